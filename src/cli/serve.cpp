#include "serve/server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/stop_after.h"
#include "cli/shared/commands.h"
#include "cli/shared/other_program.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"

namespace halfturn::cli {

namespace {

constexpr std::uint16_t kUsualPort = 8137;

struct ServeArguments {
  std::optional<std::uint16_t> port;
  std::string address = "127.0.0.1";
  std::string token;
  bool no_open = false;
  bool no_build = false;
  std::size_t queue = 256;
  std::uint64_t upload_mib = 512;
  std::vector<std::string> campaigns;
  std::string page;
};

/// Nobody guesses it.
std::string fresh_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

/// Shows the page in a browser, if this is a person at a screen. Nobody waits for it, and if it fails, the
/// address is there.
void open_browser(const std::string& url, const std::stop_token& stop) {
  const bool has_screen = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (!has_screen || ::isatty(STDERR_FILENO) != 1 || !is_on_path("xdg-open")) return;
  const Result<ProgramAnswer> ignored =
      run_program({"xdg-open", url}, {.folder = {}, .input = {}, .stop = stop});
}

Result<serve::Server> started(const TableStore& store, const serve::ServerOptions& options, bool any_port) {
  Result<serve::Server> server = serve::Server::start(store, options);
  if (server || !any_port || server.error().kind != ErrorKind::machine) return server;
  // The usual port is taken: by another page of ours, perhaps. Any other is as good.
  serve::ServerOptions other = options;
  other.port = 0;
  return serve::Server::start(store, other);
}

void serve_page(Session& session, const ServeArguments& arguments) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());
  serve::ServerOptions options;
  options.version = HALFTURN_VERSION;
  options.address = arguments.address;
  options.port = arguments.port.value_or(kUsualPort);
  options.token = arguments.token == "new" ? fresh_token() : arguments.token;
  options.threads = session.threads();
  options.set = *set;
  options.queue = arguments.queue;
  options.build_tables = !arguments.no_build;
  options.campaigns = {arguments.campaigns.begin(), arguments.campaigns.end()};
  options.page = arguments.page;
  options.limits.upload_bytes = arguments.upload_mib << 20;
  Result<serve::Server> server = started(*store, options, !arguments.port);
  if (!server) {
    Error error = server.error();
    if (error.kind == ErrorKind::machine)
      error.hint = "another program may have it: --port 0 takes any that is free";
    if (error.kind == ErrorKind::bad_input && arguments.token.empty())
      error.hint = "--token new makes a token, which they must send; or leave out --address";
    error.remedy = Remedy::none;
    return session.fail(error);
  }
  fmt::print("{}\n", server->url());
  flush_output();
  say("halfturn: the page is at {} and stays there until Ctrl-C\n", server->url());
  if (!arguments.no_open) open_browser(server->url(), session.stop_token());
  while (wait_for(std::chrono::hours(1), session.stop_token())) {
  }
  say("\nhalfturn: stopped\n");
}

}  // namespace

void add_serve_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("serve", "Show all of this on a page in the browser");
  const auto arguments = std::make_shared<ServeArguments>();
  command
      ->add_option(
          "--port", arguments->port,
          fmt::format("Port to listen on; 0 for any that is free ({}, or any if that is taken)", kUsualPort))
      ->type_name("N")
      ->transform(natural(0, 65'535));
  command
      ->add_option("--address", arguments->address,
                   "Address to listen on; others than this machine's need --token")
      ->type_name("ADDRESS")
      ->check(not_empty("leave it out for this machine alone"))
      ->capture_default_str();
  command
      ->add_option("--token", arguments->token,
                   "What requests must carry, as the printed address does; new makes one")
      ->type_name("TOKEN")
      ->check(not_empty("new makes a token"));
  command->add_flag("--no-open", arguments->no_open, "Do not open a browser");
  command->add_flag("--no-build", arguments->no_build,
                    "Do not build tables that are missing until the page asks for them");
  command
      ->add_option("--campaign", arguments->campaigns,
                   "Show this folder of a campaign; may be given several times")
      ->type_name("DIR")
      ->check(not_empty("name the folder of a campaign"));
  command->add_option("--queue", arguments->queue, "How many requests may wait; more are told to come back")
      ->type_name("N")
      ->transform(natural(1, 100'000))
      ->capture_default_str();
  command->add_option("--upload", arguments->upload_mib, "Largest file that the page may send, in MiB")
      ->type_name("MIB")
      ->transform(natural(1, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("--page", arguments->page,
                   "A folder with another page, read anew each time: for work on the page")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(
      "\nPrints the address of the page on stdout, and serves it until Ctrl-C. Only this machine can reach "
      "it, nothing leaves\n"
      "it, and tables that are missing are built in the background. The same address has an API: "
      "docs/api.md.\n"
      "Examples:\n"
      "  halfturn serve\n"
      "  halfturn serve --port 0 --no-open --campaign /data/sample\n"
      "  halfturn serve --address 0.0.0.0 --token new");
  command->callback([arguments, &session] { serve_page(session, *arguments); });
}

}  // namespace halfturn::cli
