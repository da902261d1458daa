#include "halfturn/cover_verify.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/line_reader.h"
#include "base/open_input.h"
#include "cli/bench/bench.h"
#include "cli/cover/cover_names.h"
#include "cli/shared/commands.h"
#include "cli/shared/result_output.h"
#include "cover/text.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

struct CoverVerifyArguments {
  std::string kind;
  std::string file;
  std::uint64_t random_positions = 1000000;
  std::uint64_t seed = 1;
};

/// A cover to verify, and the kind it claims to be.
struct Claim {
  CoverKind kind = CoverKind::plain;
  CoverText text;
};

/// A cover takes less than 20 kB; whatever is much longer is none.
constexpr std::size_t kLongestCover = std::size_t{1} << 20;

Result<std::string> content_of(const std::string& file, const std::stop_token& stop) {
  const Result<FileDescriptor> opened = open_input(file);
  if (!opened && opened.error().kind == ErrorKind::bad_input)
    return Error{
        ErrorKind::missing, fmt::format("cannot read the file {}: {}", file, opened.error().message), {}};
  if (!opened) return opened.error();
  LineReader reader(opened->get(), file, stop);
  std::string content;
  while (true) {
    const Result<std::optional<TextLine>> line = reader.next();
    if (!line) return line.error();
    if (!*line) return content;
    if ((*line)->too_long) return line_too_long((*line)->number);
    content += (*line)->text;
    content += '\n';
    if (content.size() > kLongestCover)
      return Error{ErrorKind::damaged, fmt::format("{} is longer than 1 MiB, which no cover is", file), {}};
  }
}

/// With a file, its content as the kind it names, unless another is asked for; else the embedded covers.
Result<std::vector<Claim>> claims_of(const CoverVerifyArguments& arguments, const std::stop_token& stop) {
  std::vector<CoverKind> kinds;
  for (const CoverKind kind : kSearchedCovers)
    if (arguments.kind == "both" || arguments.kind == to_string(kind) ||
        (arguments.kind.empty() && arguments.file.empty()))
      kinds.push_back(kind);
  if (arguments.file.empty()) {
    std::vector<Claim> claims;
    for (CoverKind kind : kinds) {
      Result<CoverText> text = parse_cover(embedded_cover(kind));
      if (!text) return text.error();
      claims.push_back({kind, std::move(*text)});
    }
    return claims;
  }
  const Result<std::string> content = content_of(arguments.file, stop);
  if (!content) return content.error();
  const Result<CoverText> text = parse_cover(*content);
  if (!text) {
    Error error = text.error();
    error.message = fmt::format("{} in {}", error.message, arguments.file);
    return error;
  }
  if (kinds.empty()) kinds.push_back(text->kind);
  std::vector<Claim> claims;
  for (CoverKind kind : kinds) claims.push_back({kind, *text});
  return claims;
}

void print(const Claim& claim, const CoverVerdict& verdict, double seconds) {
  const bool inverses = claim.kind == CoverKind::with_inverses;
  fmt::print("{}: {} classes, {} cosets\n", to_string(claim.kind),
             grouped(static_cast<std::uint64_t>(verdict.classes)), grouped(verdict.cosets));
  fmt::print("  {} of {} edge configurations and {} of {} random positions have no chosen class{}\n",
             grouped(verdict.left_out), grouped(verdict.configurations), grouped(verdict.random_left_out),
             grouped(verdict.random_positions), inverses ? " themselves" : "");
  if (verdict.missed)
    fmt::print("  not a cover: misses {}{}\n", format_pieces(*verdict.missed),
               inverses ? " and its inverse" : "");
  else
    fmt::print("  a cover: no position is missed{} ({})\n", inverses ? " together with its inverse" : "",
               duration(seconds));
  if (verdict.cosets != claim.text.cost)
    fmt::print("  the cost that it states is wrong: {}\n", grouped(claim.text.cost));
}

nlohmann::ordered_json as_json(const Claim& claim, const CoverVerdict& verdict, double seconds) {
  nlohmann::ordered_json row = {{"kind", to_string(claim.kind)},
                                {"covers", !verdict.missed.has_value()},
                                {"classes", verdict.classes},
                                {"cosets", verdict.cosets},
                                {"stated_cosets", claim.text.cost},
                                {"configurations", verdict.configurations},
                                {"configurations_left_out", verdict.left_out},
                                {"random_positions", verdict.random_positions},
                                {"random_left_out", verdict.random_left_out},
                                {"missed", nullptr},
                                {"seconds", seconds}};
  if (verdict.missed) row["missed"] = format_pieces(*verdict.missed);
  return row;
}

void verify_covers(Session& session, const CoverVerifyArguments& arguments) {
  const Result<std::vector<Claim>> claims = claims_of(arguments, session.stop_token());
  if (!claims) return session.fail(claims.error());
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Claim& claim : *claims) {
    const Stopwatch watch;
    const Result<CoverVerdict> verdict = verify_cover(claim.text.chosen,
                                                      {.inverses = claim.kind == CoverKind::with_inverses,
                                                       .random_positions = arguments.random_positions,
                                                       .seed = arguments.seed},
                                                      {session.threads(), session.stop_token(), {}});
    if (!verdict) return session.fail(verdict.error());
    if (verdict->missed || verdict->cosets != claim.text.cost) session.answer_no();
    if (session.format() == Format::table)
      print(claim, *verdict, watch.seconds());
    else
      rows.push_back(as_json(claim, *verdict, watch.seconds()));
  }
  if (session.format() != Format::table) print_result(session, rows);
}

}  // namespace

void add_cover_verify_command(CLI::App& cover, Session& session) {
  CLI::App* command = cover.add_subcommand("verify", "Check that a cover leaves no position out");
  const auto arguments = std::make_shared<CoverVerifyArguments>();
  std::vector<std::string> kinds = names_of(kSearchedCovers);
  kinds.emplace_back("both");
  add_cover_option(*command, arguments->kind, kinds, "Which cover (else both; of a file, its own)");
  command
      ->add_option("--file", arguments->file, "A cover in a file, instead of those that come with halfturn")
      ->type_name("FILE");
  command->add_option("--random", arguments->random_positions, "Random positions to try besides")
      ->type_name("N")
      ->transform(natural())
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "For the random positions")
      ->type_name("S")
      ->transform(natural())
      ->capture_default_str();
  session.add_threads_flag(*command);
  session.add_result_flags(
      *command, {.json = "an array of objects: kind, covers, classes, cosets, stated_cosets, configurations, "
                         "configurations_left_out, random_positions, random_left_out, missed, seconds",
                 .csv = "the same columns"});
  command->footer(
      "\nLooks at all 70,963,200 configurations of the edges and counts the cosets, with code of its own.\n"
      "Exit code 1 where a position is missed or the stated cost is wrong.\n"
      "Example: halfturn cover verify");
  command->callback([arguments, &session] {
    session.print_to_output([&] { verify_covers(session, *arguments); }, {arguments->file});
  });
}

}  // namespace halfturn::cli
