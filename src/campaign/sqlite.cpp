#include "campaign/sqlite.h"

#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <system_error>
#include <thread>
#include <utility>

#include "base/text.h"

namespace halfturn::sql {

namespace {

/// How long to wait for another process. Writing takes milliseconds; reading millions of results may take
/// this long.
constexpr std::chrono::milliseconds kPatience{60'000};
constexpr std::chrono::milliseconds kPause{10};

/// SQLite's steps between two looks at the stop token: some microseconds.
constexpr int kStepsBetweenLooks = 1000;

bool stopped(void* token) {
  return static_cast<const std::stop_token*>(token)->stop_requested();
}

/// SQLite asks this whether to try again where another process has a lock.
int wait_for_others(void* token, int times) {
  if (stopped(token) || kPause * times >= kPatience) return 0;
  std::this_thread::sleep_for(kPause);
  return 1;
}

/// SQLite reads a name that begins with "file:" as a URI, which may say that nothing is to be kept.
std::filesystem::path never_a_uri(const std::filesystem::path& path) {
  return path.is_absolute() ? path : "." / path;
}

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

void Statement::expect(bool right, int column, std::string_view what) const {
  if (right) return;
  const int type = sqlite3_column_type(statement_.get(), column);  // before the value is turned into text
  std::string value = "NULL";
  if (const unsigned char* text = sqlite3_column_text(statement_.get(), column); text != nullptr)
    value = reinterpret_cast<const char*>(text);
  throw Failure(
      SQLITE_CORRUPT,
      fmt::format(
          "{} is {} and should be {}", sqlite3_column_name(statement_.get(), column),
          type == SQLITE_INTEGER || type == SQLITE_FLOAT || type == SQLITE_NULL ? value : base::quoted(value),
          what));
}

std::int64_t Statement::integer(int column) const {
  expect(sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER, column, "a whole number");
  return sqlite3_column_int64(statement_.get(), column);
}

std::uint64_t Statement::natural(int column, std::uint64_t most) const {
  const bool whole = sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER;
  const std::int64_t value = sqlite3_column_int64(statement_.get(), column);
  const bool right = whole && value >= 0 && static_cast<std::uint64_t>(value) <= most;
  if (!right)
    expect(false, column,
           most == kMostNatural ? "a number from 0 on" : fmt::format("a number from 0 to {}", most));
  return static_cast<std::uint64_t>(value);
}

double Statement::amount(int column) const {
  const int type = sqlite3_column_type(statement_.get(), column);
  const double value = sqlite3_column_double(statement_.get(), column);
  expect((type == SQLITE_FLOAT || type == SQLITE_INTEGER) && std::isfinite(value) && value >= 0, column,
         "a number from 0 on");
  return value;
}

std::string Statement::text(int column) const {
  expect(sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT, column, "a text");
  const unsigned char* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) throw Failure(SQLITE_NOMEM, "not enough memory");
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::blob(int column) const {
  expect(sqlite3_column_type(statement_.get(), column) == SQLITE_BLOB, column, "a blob");
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  return {static_cast<const char*>(bytes),
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

void Statement::bind_one(int index, const Blob& value) {
  // Not a null pointer, which would be NULL instead of no bytes.
  const char* bytes = value.bytes.empty() ? "" : value.bytes.data();
  check(sqlite3_bind_blob64(statement_.get(), index, bytes, value.bytes.size(), SQLITE_STATIC));
}

void Statement::bind_one(int index, std::nullptr_t) {
  check(sqlite3_bind_null(statement_.get(), index));
}

Database::Database(const std::filesystem::path& path, int flags)
    : stop_(std::make_unique<std::stop_token>()) {
  sqlite3* connection = nullptr;
  // One thread at a time uses a connection; its mutex would take a fifth of the time of reading.
  const int code =
      sqlite3_open_v2(never_a_uri(path).c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  if (connection == nullptr) throw Failure(SQLITE_NOMEM, "not enough memory");
  if (code != SQLITE_OK) throw Failure(connection);
  sqlite3_busy_handler(connection, wait_for_others, stop_.get());
  sqlite3_progress_handler(
      connection, kStepsBetweenLooks, [](void* token) { return stopped(token) ? 1 : 0; }, stop_.get());
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
