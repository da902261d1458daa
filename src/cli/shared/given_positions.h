#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/byte_input.h"
#include "base/file_descriptor.h"
#include "front/position_input.h"
#include "front/scramble_source.h"
#include "front/shard.h"
#include "halfturn/result.h"

namespace halfturn::cli {

/// What the words of a command line stand for where positions are wanted.
struct GivenPositions {
  enum class Kind {
    one,      ///< one position, in one word or typed without quotes as several
    several,  ///< a position in each word
    list,     ///< a file of positions, or stdin
  };
  Kind kind = Kind::one;
  std::string text;                ///< the one position; the name of the list, "-" for stdin
  std::vector<std::string> texts;  ///< the several positions
};

/// Several words are one position typed without quotes, unless one of them is a position by itself, because
/// it has a blank within or is facelets: then each is one. A lone word that names a file stands for that
/// file. Errors: no words; an empty one; a folder; a file among other words. `what`: how the command calls a
/// position in messages.
Result<GivenPositions> given_positions(const std::vector<std::string>& words, InputKind input,
                                       const char* what);

/// The same where a command takes one position: several are an error.
Result<GivenPositions> given_position(const std::vector<std::string>& words, InputKind input);

/// Whether a word that stands by itself names a file, or is - for stdin.
bool is_list(const std::string& word);

/// The Error for a word that names a folder, if it does.
std::optional<Error> folder_named(const std::string& word, const char* what);

/// The Error for the first of several words that names a file or a folder, if one does.
std::optional<Error> file_among_others(const std::vector<std::string>& words);

/// The words that may stand for a file, or for stdin: a lone one.
std::vector<std::string> files_among(const std::vector<std::string>& words);

/// For a text of the command line that could not be read because of `error`: the Error that there is no file
/// of this name either. Nothing if it cannot have been meant as one: facelets, pieces, a long text, or one
/// with blanks or brackets.
std::optional<Error> missing_file(const std::string& text, InputKind input, const char* what,
                                  const Error& error);

/// Reads a position from the command line. If it is none, it may have been meant as a file; the Error says
/// so.
Result<Position> read_given(const std::string& text, InputKind input, const char* what);

/// Whether `word` says nothing, and the Error for it.
std::optional<Error> empty_argument(const std::string& word, const char* what);

/// An open list of positions, or several that were given on the command line.
class PositionList {
 public:
  /// `shard`: this part of the list alone. The list must then be a regular file, which is read twice: first
  /// to count its rows.
  static Result<std::unique_ptr<PositionList>> open(const GivenPositions& given, const SourceOptions& options,
                                                    const std::stop_token& stop,
                                                    const std::optional<Shard>& shard = std::nullopt);

  ScrambleSource& source() { return *source_; }
  int fd() const { return fd_; }  ///< -1 for several of the command line
  /// How much is done with so many bytes of the input, 0 .. 1; of a shard, about how much. Nothing if the
  /// length of the input is unknown.
  std::optional<double> done_at(std::uint64_t bytes) const;
  /// How many records of all were skipped because of their event, by event, as ScrambleSource tells.
  const std::map<std::string, std::uint64_t>& skipped() const;

 private:
  PositionList() = default;
  Result<void> take_shard(const SourceOptions& options, const std::string& name, const std::stop_token& stop);

  FileDescriptor file_;
  int fd_ = -1;
  std::optional<double> length_;  // in bytes, of a regular file
  std::optional<Shard> shard_;
  std::map<std::string, std::uint64_t> skipped_;  // of a list that was counted
  std::unique_ptr<ByteInput> input_;
  std::optional<ScrambleSource> source_;
};

/// Says on stderr how many rows of the list were left out because of their events.
void tell_skipped(const PositionList& list);

/// Why a shard of this cannot be taken; nothing if it is the name of a list.
std::optional<Error> wrong_for_shard(const GivenPositions& given);

/// The names given to --keep. An Error if one is empty or comes twice, or is the name of a column that the
/// output has anyway.
Result<std::vector<std::string>> chosen_columns(const std::vector<std::string>& names,
                                                const std::vector<std::string>& taken);

}  // namespace halfturn::cli
