#include "campaign/sqlite.h"

#include <fmt/core.h>

#include <system_error>

namespace halfturn::sql {

namespace {

/// How long to wait for another process. Writing takes milliseconds; reading millions of results may take
/// this long.
constexpr int kBusyMilliseconds = 60'000;

}  // namespace

Failure::Failure(sqlite3* connection)
    : code_(sqlite3_extended_errcode(connection)), message_(sqlite3_errmsg(connection)) {
  if (code() != SQLITE_IOERR && code() != SQLITE_CANTOPEN && code() != SQLITE_FULL) return;
  if (const int system = sqlite3_system_errno(connection); system != 0)
    message_ += fmt::format(" ({})", std::generic_category().message(system));
}

Statement::Statement(sqlite3* connection, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) !=
      SQLITE_OK)
    throw Failure(connection);
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw Failure(sqlite3_db_handle(statement_.get()));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw Failure(sqlite3_db_handle(statement_.get()));
}

bool Statement::null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

void Statement::bind_one(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), index, value));
}

void Statement::bind_one(int index, double value) {
  check(sqlite3_bind_double(statement_.get(), index, value));
}

void Statement::bind_one(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_.get(), index, value.data(), value.size(),
                            SQLITE_TRANSIENT,  // NOLINT: a macro of SQLite's
                            SQLITE_UTF8));
}

void Statement::bind_one(int index, std::nullptr_t) {
  check(sqlite3_bind_null(statement_.get(), index));
}

Database::Database(const std::filesystem::path& path, int flags) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection, flags, nullptr);
  connection_.reset(connection);
  if (connection == nullptr) throw Failure(SQLITE_NOMEM, "not enough memory");
  if (code != SQLITE_OK) throw Failure(connection);
  sqlite3_busy_timeout(connection, kBusyMilliseconds);
}

void Database::script(const char* sql) const {
  if (sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    throw Failure(connection_.get());
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Failure&) {  // SQLite has undone it already
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace halfturn::sql
