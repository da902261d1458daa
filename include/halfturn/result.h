#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace halfturn {

/// What kind of failure an Error reports. The program turns it into its exit code.
enum class ErrorKind {
  bad_input,  ///< the input cannot be understood or describes nothing possible (exit code 2)
  machine,    ///< the disk, the memory or the operating system failed (exit code 3)
  damaged,    ///< a file exists, but is not what it should be (exit code 3)
  missing,    ///< a file does not exist (exit code 3)
  stopped,    ///< the caller asked to stop (exit code 130)
};

/// How it is named where a program reads it: "bad_input", "machine", ..
const char* to_string(ErrorKind kind);

/// The action that would help, for a program that wants to name its own command for it. The hint says the
/// same in words, for a person.
enum class Remedy {
  none,                    ///< nothing that a program could do by one command
  build_table,             ///< build `Error::table`
  replace_table,           ///< build `Error::table`, replacing a file that a build would otherwise keep
  other_table_folder,      ///< choose another folder for tables
  verify_tables,           ///< verify the tables
  sample_positions,        ///< count random positions instead of all
  use_set_engine,          ///< search the coset with the set engine
  create_campaign,         ///< make a campaign in this folder
  run_campaign,            ///< run the campaign that is there already
  resume_campaign,         ///< run the campaign again after a stop
  campaign_status,         ///< look at what the campaign consists of
  accept_changed_program,  ///< go on although the program, the table or the cover has changed
  accept_foreign_results,  ///< take results of another program, table or cover
  retry_failed_cosets,     ///< compute the cosets again that failed
};

/// Something that went wrong, described so that a person can fix it.
struct Error {
  ErrorKind kind = ErrorKind::bad_input;
  std::string message;           ///< what is wrong, as one sentence without a full stop
  std::string hint;              ///< what would be right or what to do; may be empty
  std::size_t line = 0;          ///< 1-based line of the input; 0: none
  std::size_t column = 0;        ///< 1-based column, in characters rather than bytes; 0: none
  Remedy remedy = Remedy::none;  ///< what the hint says to do, as a value
  std::string table = {};        ///< the table that the remedy builds

  /// All of it on one line: "line 1, column 4: unknown move 'K' (the faces are U R F D L B)".
  std::string text() const;
};

/// Either a value or an Error. Ask `ok()` before `value()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return std::get<0>(content_); }
  const T& value() const& { return std::get<0>(content_); }
  T&& value() && { return std::get<0>(std::move(content_)); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::get<0>(std::move(content_)); }

  const Error& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

/// Success with nothing to return, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace halfturn
