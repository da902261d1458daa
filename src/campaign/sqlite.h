#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

/// The parts of SQLite that the ledger needs. Errors are thrown as a Failure, which does not leave
/// src/campaign: the ledger turns it into an Error.
namespace halfturn::sql {

class Failure : public std::exception {
 public:
  /// The latest error of a connection.
  explicit Failure(sqlite3* connection);
  Failure(int code, std::string message) : code_(code), message_(std::move(message)) {}

  const char* what() const noexcept override { return message_.c_str(); }
  int code() const { return code_ & 0xff; }  ///< SQLITE_FULL and the like

 private:
  int code_;
  std::string message_;
};

/// Bytes to be stored as such. They must stay there until the statement is done.
struct Blob {
  std::string_view bytes;
};

/// One prepared statement: bind, then step until there are no more rows.
class Statement {
 public:
  Statement(sqlite3* connection, std::string_view sql);

  template <class... Values>
  Statement& bind(const Values&... values) {
    sqlite3_reset(statement_.get());
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  bool step();  ///< returns whether there is a row
  /// Ends it, so that it keeps no lock; bind() does so too.
  void reset() { sqlite3_reset(statement_.get()); }

  bool null(int column) const;
  /// These throw a Failure that names the column, its value and what it should be, where the value is of
  /// another kind or out of range: whoever writes to the file need not keep to our schema.
  std::int64_t integer(int column) const;
  std::uint64_t natural(int column, std::uint64_t most = kMostNatural) const;
  double amount(int column) const;  ///< a real number from 0 on
  std::string text(int column) const;
  std::string_view blob(int column) const;  ///< as long as the row is there

  static constexpr std::uint64_t kMostNatural = std::numeric_limits<std::int64_t>::max();

 private:
  void expect(bool right, int column, std::string_view what) const;
  void bind_one(int index, std::int64_t value);
  void bind_one(int index, std::uint64_t value) { bind_one(index, static_cast<std::int64_t>(value)); }
  void bind_one(int index, int value) { bind_one(index, std::int64_t{value}); }
  void bind_one(int index, double value);
  void bind_one(int index, std::string_view value);
  void bind_one(int index, const Blob& value);
  void bind_one(int index, std::nullptr_t);
  template <class Value>
  void bind_one(int index, const std::optional<Value>& value) {
    if (value)
      bind_one(index, *value);
    else
      bind_one(index, nullptr);
  }
  void check(int code) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// One connection; for one thread, and never across a fork.
class Database {
 public:
  /// `flags` as for sqlite3_open_v2. Two threads must not use it at once.
  Database(const std::filesystem::path& path, int flags);

  Statement prepare(std::string_view sql) const { return {connection_.get(), sql}; }
  /// Several statements without parameters.
  void script(const char* sql) const;
  /// One statement without rows.
  template <class... Values>
  void run(std::string_view sql, const Values&... values) const {
    prepare(sql).bind(values...).step();
  }
  /// The first column of the first row; none if there is no row or it is NULL.
  template <class... Values>
  std::optional<std::int64_t> integer(std::string_view sql, const Values&... values) const {
    Statement statement = prepare(sql);
    if (!statement.bind(values...).step() || statement.null(0)) return std::nullopt;
    return statement.integer(0);
  }

  std::int64_t last_id() const { return sqlite3_last_insert_rowid(connection_.get()); }
  int changes() const { return sqlite3_changes(connection_.get()); }
  bool read_only() const { return sqlite3_db_readonly(connection_.get(), "main") == 1; }
  bool stop_requested() const { return stop_->stop_requested(); }

 private:
  friend class Interruptible;
  std::unique_ptr<std::stop_token> stop_;  // where the connection finds it, wherever this object is moved

  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };
  std::unique_ptr<sqlite3, Close> connection_;
};

/// As long as it lives, a stop request ends statements of the database and their waiting for other processes
/// with a Failure, SQLITE_INTERRUPT or SQLITE_BUSY. Without one they are not interrupted: what has been
/// computed is written down, whatever is requested meanwhile.
class Interruptible {
 public:
  Interruptible(const Database& database, std::stop_token stop) : stop_(*database.stop_) {
    stop_ = std::move(stop);
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  ~Interruptible() { stop_ = {}; }

 private:
  std::stop_token& stop_;
};

/// All or nothing: undone by the destructor unless committed.
class Transaction {
 public:
  enum Purpose { writing, reading };

  explicit Transaction(const Database& database, Purpose purpose = writing) : database_(database) {
    // A writer takes the write lock at once, so that two writers queue instead of each waiting for the other.
    database_.run(purpose == writing ? "BEGIN IMMEDIATE" : "BEGIN");
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  void commit();

 private:
  const Database& database_;
  bool open_ = true;
};

}  // namespace halfturn::sql
