#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "cli/coset/coset.h"
#include "cli/cover/cover_names.h"
#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/result_output.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"
#include "front/json.h"
#include "halfturn/coset.h"
#include "halfturn/cover.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kMostInt = std::numeric_limits<int>::max();  // check() knows the real limits

const std::map<std::string, CosetEngine> kEngines = {
    {"set", CosetEngine::set}, {"bitmap", CosetEngine::bitmap}, {"fast", CosetEngine::fast}};

struct CosetRequest {
  std::vector<std::string> position;
  std::optional<std::uint64_t> index;
  std::string cover = std::string(to_string(CoverKind::with_inverses));
  std::string engine = "fast";
  bool no_prepass = false;
  std::optional<int> search_depth;
  std::optional<int> depth;
  std::optional<int> prove;
  std::optional<std::uint64_t> stop_at;
  bool no_count = false;
  std::string unsolved;
  std::uint64_t unsolved_limit = 10'000'000;
};

/// The default depth: a few seconds of work.
int usual_depth(CosetEngine engine) {
  switch (engine) {
    case CosetEngine::set:
      return 12;
    case CosetEngine::bitmap:
      return 13;
    case CosetEngine::search:
    case CosetEngine::fast:
      break;
  }
  return 15;
}

/// An Error for values out of range and for flags that do not go together.
Result<void> check(const CosetRequest& request, const ExploreOptions& options) {
  const auto bad = [](std::string message, std::string hint) {
    return Error{ErrorKind::bad_input, std::move(message), std::move(hint)};
  };
  const bool fast = request.engine == "fast";
  if (options.depth < 0 || options.depth > kDeepestCosetLevel)
    return bad("the depth is out of range", fmt::format("0 to {}", kDeepestCosetLevel));
  if (options.search_depth < 0 || options.search_depth > options.depth)
    return bad("the search depth is out of range", "0 to the depth");
  if (request.prove && !fast) return bad("a proof needs the fast engine", "leave out --engine");
  if (request.prove && request.no_prepass)
    return bad("a proof needs prepasses", "leave out --prove or --no-prepass");
  if (request.prove && (*request.prove < 1 || *request.prove > kDeepestCosetLevel))
    return bad("the bound to prove is out of range",
               fmt::format("1 to {}; 20 always holds", kDeepestCosetLevel));
  if (options.engine != CosetEngine::fast && options.depth > options.search_depth)
    return bad("only prepasses go deeper than the search", "give the same depth for both");
  if (!fast && (request.stop_at.value_or(kCosetPositions) < kCosetPositions || request.no_count))
    return bad("only the fast engine can end early or leave levels uncounted", "leave out --engine");
  if (request.engine == "set" && !request.unsolved.empty())
    return bad("the set engine does not list what it has not reached", "use the bitmap or the fast engine");
  return {};
}

Result<ExploreOptions> options_of(const CosetRequest& request) {
  ExploreOptions options;
  options.engine = kEngines.at(request.engine);
  const int usual = usual_depth(options.engine);
  if (options.engine == CosetEngine::fast && request.no_prepass) options.engine = CosetEngine::search;
  options.depth = request.depth.value_or(request.search_depth.value_or(usual));
  options.search_depth = request.search_depth.value_or(
      options.engine == CosetEngine::fast ? std::min(options.depth, usual) : options.depth);
  if (request.stop_at) options.stop_at = *request.stop_at;
  options.count = !request.no_count;
  if (const Result<void> sound = check(request, options); !sound) return sound.error();
  return options;
}

/// Writes positions as pieces, one per line, up to a limit.
class PositionFile {
 public:
  PositionFile(OutputFile file, std::uint64_t limit) : file_(std::move(file)), limit_(limit) {}

  /// Returns whether to go on.
  bool add(const Cube& cube) {
    if (count_ == limit_) {
      cut_short_ = true;
      return false;
    }
    ++count_;
    written_ = file_.write(format_pieces(cube) + "\n");
    return written_.ok();
  }
  /// Gives the file its name, even if there was nothing to write.
  Result<void> close() { return written_ ? file_.commit() : written_; }
  std::uint64_t count() const { return count_; }
  bool cut_short() const { return cut_short_; }

 private:
  OutputFile file_;
  std::uint64_t limit_;
  std::uint64_t count_ = 0;
  bool cut_short_ = false;
  Result<void> written_;
};

std::string number_or_dash(const std::optional<std::uint64_t>& number) {
  return number ? grouped(*number) : "-";
}

void print_heading(const std::string& sequence) {
  fmt::print("coset of {}\n", sequence.empty() ? "the solved cube" : sequence);
  fmt::print("{:>5} {:>15} {:>15} {:>15} {:>12} {:>9} {:>9}\n", "depth", "probes", "new", "total", "",
             "search", "prepass");
  flush_output();
}

void print_level(const CosetLevel& level) {
  fmt::print("{:>5} {:>15} {:>15} {:>15} {:>12} {:>7.2f} s {:>7.2f} s\n", level.depth, grouped(level.probes),
             number_or_dash(level.fresh), number_or_dash(level.total), level.exact ? "exact" : "upper bound",
             level.search_seconds, level.prepass_seconds);
  flush_output();
}

/// What the levels come to, in a sentence.
std::string verdict_of(const CosetResult& result, const std::optional<int>& prove) {
  if (result.stopped) return "stopped";
  if (result.proved)
    return fmt::format("proved: all {} positions take at most {} moves", grouped(kCosetPositions),
                       *result.proved);
  if (prove)
    return fmt::format("not proved: for {} no solution of at most {} moves was found",
                       counted(result.remaining, "position"), *prove);
  return fmt::format("{} not reached", counted(result.remaining, "position"));
}

void print_end(const CosetResult& result, const std::optional<int>& prove) {
  fmt::print("{}\n", verdict_of(result, prove));
  if (result.solved_singly > 0)
    fmt::print("{} {} solved one by one\n", counted(result.solved_singly, "position"),
               result.solved_singly == 1 ? "was" : "were");
  fmt::print("{}\n", duration(result.seconds));
}

nlohmann::ordered_json coset_json(const std::string& sequence, const CosetResult& result) {
  nlohmann::ordered_json levels = nlohmann::ordered_json::array();
  for (const CosetLevel& level : result.levels) levels.push_back(level_json(level));
  return {{"coset", sequence},
          {"levels", std::move(levels)},
          {"proved", or_null(result.proved)},
          {"remaining", result.remaining},
          {"solved_singly", result.solved_singly},
          {"stopped", result.stopped},
          {"seconds", result.seconds}};
}

/// The position that names the coset, and its text: as given, or a sequence for --index.
struct Named {
  Cube cube;
  std::string text;
};

Result<Named> named_by(const CosetRequest& request, const Session& session, const Phase1Table& table) {
  if (!request.index) {
    Result<std::string> text = session.text_of(request.position);
    if (!text) return text.error();
    const Result<Position> position = read_position(*text, session.input());
    if (!position) return position.error();
    while (!text->empty() && std::isspace(static_cast<unsigned char>(text->back())) != 0) text->pop_back();
    return Named{position->cube, *text};
  }
  const Cover cover = Cover::make(*cover_kind_named(request.cover), table.coordinates());
  const std::optional<Phase1Coset> coset = cover.coset(*request.index);
  if (!coset)
    return Error{ErrorKind::bad_input, fmt::format("there is no coset {}", *request.index),
                 fmt::format("0 to {}", cover.size() - 1)};
  const Moves moves = coset_sequence(table, *coset);
  return Named{Cube().after(moves), format_moves(moves)};
}

void solve_coset(Session& session, const CosetRequest& request) {
  Result<ExploreOptions> options = options_of(request);
  if (!options) return session.fail(options.error());
  std::optional<PositionFile> file;
  if (!request.unsolved.empty()) {
    Result<OutputFile> opened = OutputFile::open(request.unsolved, session.stop_token());
    if (!opened) return session.fail(opened.error());
    file.emplace(*std::move(opened), request.unsolved_limit);
    options->unsolved = [&file](const Cube& cube) { return file->add(cube); };
  }
  Result<CosetSolver> solver = open_coset_solver(session);
  if (!solver) return session.fail(solver.error());
  const Result<Named> named = named_by(request, session, solver->phase1());
  if (!named) return session.fail(named.error());
  if (!request.prove && !request.depth && !request.search_depth)
    say("halfturn: levels up to {}, in some seconds and 6 GB of memory; each further level of a search "
        "(--depth) takes "
        "some 13 times longer, and --prove 20 is the quick way to a bound\n",
        options->depth);
  int last_depth = -1;
  if (session.format() == Format::table)
    options->on_level = [&](const CosetLevel& level) {
      session.clear_progress();
      if (last_depth < 0) print_heading(named->text);
      if (level.depth <= last_depth) fmt::print("too much was left; again, with a deeper search\n");
      last_depth = level.depth;
      print_level(level);
    };
  const Run run = session.run_for(*session.store());
  const CosetOptions& reports = *options;
  const Result<CosetResult> result = request.prove
                                         ? solver->prove(named->cube, {reports, *request.prove}, run)
                                         : solver->explore(named->cube, *options, run);
  session.clear_progress();
  if (!result) {
    Error error = result.error();
    if (error.remedy == Remedy::use_set_engine)
      error.hint = "end other programs, or use the set engine (--engine set) for a shallow search";
    return session.fail(error);
  }
  const nlohmann::ordered_json json = coset_json(named->text, *result);
  if (session.json()) {
    print_result(session, json);
  } else if (session.csv()) {
    print_result(session, json["levels"]);
    say("halfturn: {}\n", verdict_of(*result, request.prove));
  } else {
    print_end(*result, request.prove);
  }
  // After a stop, a file that was there before stays as it was.
  if (file && !result->stopped) {
    if (const Result<void> closed = file->close(); !closed) return session.fail(closed.error());
    if (file->cut_short())
      say("halfturn: wrote the first {} of {} positions (--unsolved-limit)\n", grouped(file->count()),
          grouped(result->remaining));
  }
  if (result->stopped) return session.fail({ErrorKind::stopped, "stopped", ""});
  if (request.prove && !result->proved) session.answer_no();
}

}  // namespace

Result<CosetSolver> open_coset_solver(Session& session) {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return set.error();
  return CosetSolver::open(*store, *set, session.run_for(*store));
}

void add_coset_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("coset", "Solve 19,508,428,800 positions at once: all those in one coset of H");
  auto request = std::make_shared<CosetRequest>();
  CLI::Option* position =
      command
          ->add_option("position", request->position,
                       "A position in the coset: a sequence, facelets or pieces; - for stdin")
          ->type_name("POSITION");
  CLI::Option* index =
      command->add_option("--index", request->index, "Coset number K of the cover, instead of a position")
          ->type_name("K")
          ->transform(natural())
          ->excludes(position);
  add_cover_option(*command, request->cover, names_of(kCoverKinds), "Which cosets --index counts")
      ->capture_default_str()
      ->needs(index);
  CLI::Option* prove = command
                           ->add_option("--prove", request->prove,
                                        "Show as quickly as possible that all positions take at most N moves")
                           ->type_name("N")
                           ->transform(natural(0, kMostInt));
  command
      ->add_option("--search-depth", request->search_depth,
                   "Search all sequences of at most N moves (15; bitmap 13, set 12)")
      ->type_name("N")
      ->transform(natural(0, kMostInt))
      ->excludes(prove);
  command->add_option("--depth", request->depth, "Then go on with prepasses alone as far as N moves")
      ->type_name("N")
      ->transform(natural(0, kMostInt))
      ->excludes(prove);
  command
      ->add_option("--stop-at", request->stop_at,
                   "End the search of its last depth once BITS positions are reached")
      ->type_name("BITS")
      ->transform(natural())
      ->excludes(prove);
  command->add_option("--engine", request->engine, "set (the simplest), bitmap or fast")
      ->check(CLI::IsMember({"set", "bitmap", "fast"}))
      ->capture_default_str();
  command->add_flag("--no-prepass", request->no_prepass,
                    "Search alone, also for sequences that end in moves of H");
  command->add_flag("--no-count", request->no_count, "Leave uncounted what comes after the search");
  command
      ->add_option("--unsolved", request->unsolved,
                   "Write the positions not reached at the end as pieces, one a line, for 'halfturn solve'")
      ->type_name("FILE");
  command->add_option("--unsolved-limit", request->unsolved_limit, "Write no more than N of them")
      ->type_name("N")
      ->transform(natural())
      ->capture_default_str();
  session.add_input_flag(*command);
  session.add_threads_flag(*command);
  session.add_tables_flag(*command);
  session.add_result_flags(
      *command,
      {.json = "an object: coset, levels (depth, probes, new, total, exact, search_s, prepass_s), proved, "
               "remaining, solved_singly, stopped, seconds",
       .csv = "a row a level, with these columns"});
  session.add_cpu_flag(*command);
  command->footer(
      "\nThe fast engine takes 6 GB of memory. A level is exact where all sequences up to it were searched; "
      "after\n"
      "that the depth is an upper bound for the positions counted there.\n"
      "Examples:\n"
      "  halfturn coset \"R' U' B' F L' B2 D U R\" --prove 20\n"
      "  halfturn coset --search-depth 14 --depth 18 R U F --unsolved hard.txt");
  command->callback([&session, request] {
    session.print_to_output(
        [&] {
          if (request->position.empty() && !request->index)
            return session.fail({ErrorKind::bad_input, "no coset named", "give a position or --index K"});
          solve_coset(session, *request);
        },
        files_among(request->position));
  });
}

}  // namespace halfturn::cli
