#include "cli/shared/given_positions.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/open_input.h"
#include "base/system_error.h"
#include "base/text.h"
#include "cli/shared/say.h"
#include "cli/shared/session.h"

namespace halfturn::cli {

namespace {

constexpr std::string_view kWordBlanks = " \t\r\n";
/// In bytes. What is longer was meant as moves, and would make a long message.
constexpr std::size_t kLongestFileName = 255;

Error bad_words(std::string message, std::string hint) {
  return {ErrorKind::bad_input, std::move(message), std::move(hint)};
}

enum class FileKind { nothing, file, folder };

FileKind file_named(const std::string& word) {
  struct stat info {};
  if (::stat(word.c_str(), &info) != 0) return FileKind::nothing;
  return S_ISDIR(info.st_mode) ? FileKind::folder : FileKind::file;
}

std::string_view without_ends(std::string_view word) {
  const std::size_t first = word.find_first_not_of(kWordBlanks);
  if (first == std::string_view::npos) return {};
  return word.substr(first, word.find_last_not_of(kWordBlanks) + 1 - first);
}

/// Whether a word was quoted because it is a position by itself, or need not be because it is facelets.
bool is_by_itself(const std::string& word) {
  const std::string_view text = without_ends(word);
  return text.find_first_of(kWordBlanks) != std::string_view::npos ||
         recognise_position(text) == PositionKind::facelets;
}

}  // namespace

std::optional<Error> empty_argument(const std::string& word, const char* what) {
  if (!without_ends(word).empty()) return std::nullopt;
  return bad_words(fmt::format("an empty argument is no {}", what),
                   "give moves, 54 facelets or 20 pieces; the solved cube is \"()\"");
}

bool is_list(const std::string& word) {
  return word == "-" || file_named(word) == FileKind::file;
}

std::optional<Error> folder_named(const std::string& word, const char* what) {
  if (word == "-" || file_named(word) != FileKind::folder) return std::nullopt;
  return bad_words(fmt::format("{} is a folder", word), fmt::format("give a file with one {} a line", what));
}

std::optional<Error> file_among_others(const std::vector<std::string>& words) {
  if (words.size() < 2) return std::nullopt;
  for (const std::string& word : words)
    if (const FileKind named = file_named(word); named != FileKind::nothing)
      return bad_words(fmt::format("{} is a {}, and {}", word, named == FileKind::folder ? "folder" : "file",
                                   &word == &words.front() ? "more words follow" : "other words precede it"),
                       "give one file at a time");
  return std::nullopt;
}

Result<GivenPositions> given_positions(const std::vector<std::string>& words, InputKind input,
                                       const char* what) {
  for (const std::string& word : words)
    if (const std::optional<Error> error = empty_argument(word, what)) return *error;
  if (words.empty()) return bad_words(fmt::format("there is no {}", what), "give one");
  const std::string& first = words.front();
  if (words.size() == 1) {
    if (const std::optional<Error> error = folder_named(first, what)) return *error;
    return GivenPositions{is_list(first) ? GivenPositions::Kind::list : GivenPositions::Kind::one, first, {}};
  }
  GivenPositions given{GivenPositions::Kind::one, fmt::format("{}", fmt::join(words, " ")), {}};
  const bool several = std::ranges::any_of(words, is_by_itself);
  // A file may have the name of a move.
  if (several || !read_position(given.text, input))
    if (const std::optional<Error> error = file_among_others(words)) return *error;
  if (several) given = {GivenPositions::Kind::several, {}, words};
  return given;
}

Result<GivenPositions> given_position(const std::vector<std::string>& words, InputKind input) {
  Result<GivenPositions> given = given_positions(words, input, "position");
  if (given && given->kind == GivenPositions::Kind::several)
    return bad_words(fmt::format("there are {} positions, and this command takes one", given->texts.size()),
                     "give the moves of one position as one argument");
  return given;
}

std::vector<std::string> files_among(const std::vector<std::string>& words) {
  return words.size() == 1 ? words : std::vector<std::string>();
}

std::optional<Error> missing_file(const std::string& text, InputKind input, const char* what,
                                  const Error& error) {
  const bool is_clear =
      input != InputKind::automatic || text.size() > kLongestFileName ||
      recognise_position(text) != PositionKind::moves ||
      (text.find_first_of(" ()[]") != std::string::npos && text.find_first_of("./") == std::string::npos);
  if (is_clear) return std::nullopt;
  return bad_words(fmt::format("there is no file {}, and it is no {} either", text, what), error.text());
}

Result<Position> read_given(const std::string& text, InputKind input, const char* what) {
  Result<Position> position = read_position(text, input);
  if (position) return position;
  const std::optional<Error> missing = missing_file(text, input, what, position.error());
  return missing ? *missing : position.error();
}

std::optional<Error> wrong_for_shard(const GivenPositions& given) {
  if (given.kind != GivenPositions::Kind::list)
    return bad_words("--shard is for a file of positions, not for the command line",
                     "give the name of a file");
  if (given.text == "-")
    return bad_words("--shard counts the rows of its input first, and stdin can be read only once",
                     "give the name of a file");
  return std::nullopt;
}

Result<std::unique_ptr<PositionList>> PositionList::open(const GivenPositions& given,
                                                         const SourceOptions& options,
                                                         const std::stop_token& stop,
                                                         const std::optional<Shard>& shard) {
  if (shard)
    if (const std::optional<Error> error = wrong_for_shard(given)) return *error;
  std::unique_ptr<PositionList> list(new PositionList);
  list->shard_ = shard;
  const auto with = [&](Result<ScrambleSource> source) -> Result<std::unique_ptr<PositionList>> {
    if (!source) return source.error();
    list->source_.emplace(std::move(*source));
    return std::move(list);
  };
  if (given.kind == GivenPositions::Kind::several)
    return with(ScrambleSource::of_texts(given.texts, options));
  list->fd_ = STDIN_FILENO;
  if (given.text != "-") {
    Result<FileDescriptor> file = open_input(given.text);
    if (!file) return file.error();
    list->file_ = std::move(*file);
    list->fd_ = list->file_.get();
  }
  struct stat info {};
  if (::fstat(list->fd_, &info) == 0 && S_ISREG(info.st_mode)) {
    const off_t before = ::lseek(list->fd_, 0, SEEK_CUR);
    list->length_ = static_cast<double>(std::max<off_t>(1, info.st_size - std::max<off_t>(0, before)));
  }
  if (shard) {
    if (const Result<void> taken = list->take_shard(options, given.text, stop); !taken) return taken.error();
    return list;
  }
  list->input_ = std::make_unique<FileInput>(list->fd_, given.text == "-" ? "stdin" : given.text, stop);
  return with(ScrambleSource::open(*list->input_, options));
}

/// Counts the rows, and begins again at the first of the shard.
Result<void> PositionList::take_shard(const SourceOptions& options, const std::string& name,
                                      const std::stop_token& stop) {
  if (!length_)
    return bad_words(
        fmt::format("--shard counts the rows of its input first, and {} can be read only once", name),
        "give the name of a regular file");
  FileInput to_count(fd_, name, stop);
  Result<ScrambleSource> all = ScrambleSource::open(to_count, options);
  if (!all) return all.error();
  std::uint64_t rows = 0;
  for (;; ++rows) {
    const Result<std::optional<Scramble>> scramble = all->next();
    if (!scramble) return scramble.error();
    if (!*scramble) break;
  }
  skipped_ = all->skipped();
  if (::lseek(fd_, 0, SEEK_SET) != 0) return system_error("read", name, errno);
  input_ = std::make_unique<FileInput>(fd_, name, stop);
  Result<ScrambleSource> source = ScrambleSource::open(*input_, options);
  if (!source) return source.error();
  source->take_only(shard_->rows_of(rows));
  source_.emplace(std::move(*source));
  return {};
}

std::optional<double> PositionList::done_at(std::uint64_t bytes) const {
  if (!length_) return std::nullopt;
  const double of_all = static_cast<double>(bytes) / *length_;
  if (!shard_) return std::min(of_all, 1.0);
  return std::clamp(of_all * static_cast<double>(shard_->count) - static_cast<double>(shard_->index), 0.0,
                    1.0);
}

const std::map<std::string, std::uint64_t>& PositionList::skipped() const {
  return shard_ ? skipped_ : source_->skipped();
}

void tell_skipped(const PositionList& list) {
  std::uint64_t count = 0;
  std::string events;
  for (const auto& [event, rows] : list.skipped()) {
    count += rows;
    events +=
        fmt::format("{}{} {}", events.empty() ? "" : ", ", event.empty() ? "others" : event, grouped(rows));
  }
  if (count > 0)
    say("halfturn: left out {} of other events: {}\n", counted(count, "row"), base::printable(events));
}

Result<std::vector<std::string>> chosen_columns(const std::vector<std::string>& names,
                                                const std::vector<std::string>& taken) {
  std::vector<std::string> chosen;
  for (const std::string& name : names) {
    const std::string trimmed(without_ends(name));
    if (trimmed.empty())
      return bad_words("--keep: a column has no name", "give names of columns, with commas");
    if (std::ranges::find(chosen, trimmed) != chosen.end())
      return bad_words(fmt::format("--keep: {} comes twice", base::quoted(trimmed)), {});
    if (std::ranges::find(taken, trimmed) != taken.end())
      return bad_words(fmt::format("--keep: the output has a column {} of its own", base::quoted(trimmed)),
                       "a column can also be named by how its name begins");
    chosen.push_back(trimmed);
  }
  return chosen;
}

}  // namespace halfturn::cli
