#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "halfturn/instruction_set.h"
#include "halfturn/result.h"
#include "halfturn/table_store.h"
#include "serve/http_server.h"

/// The local web server: the page and the API behind it (docs/web.md, docs/api.md).
namespace halfturn::serve {

struct ServerOptions {
  std::string version;  ///< of the program
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any that is free
  std::string token;       ///< what requests must carry; empty: none, which only loopback addresses allow
  int threads = 0;         ///< for engines; 0: one for each processor
  InstructionSet set = fastest_instruction_set();
  std::size_t queue = 256;                       ///< how many requests may wait for the engines
  bool build_tables = true;                      ///< those that are missing, from the beginning on
  std::vector<std::filesystem::path> campaigns;  ///< folders to show
  std::filesystem::path page;                    ///< a folder with a page, instead of the one in the program
  HttpLimits limits = {};
};

/// Answers from start() on, until it is destroyed, which ends all work.
class Server {
 public:
  /// Errors: bad_input, of the options; machine, where the address cannot be had.
  static Result<Server> start(const TableStore& store, ServerOptions options);
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  std::uint16_t port() const;
  /// "http://127.0.0.1:8137/", with the token if there is one.
  std::string url() const;
  HttpCounts counts() const;

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfturn::serve
