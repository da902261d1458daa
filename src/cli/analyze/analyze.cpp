#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/analyze/analyze_job.h"
#include "cli/analyze/analyze_request.h"
#include "cli/shared/commands.h"
#include "cli/shared/prefer.h"
#include "front/shard.h"

namespace halfturn::cli {

Result<Analyzer> AnalyzeJob::open_analyzer(Residency residency) const {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return set.error();
  return Analyzer::open(*store, {.stages = stages, .residency = residency, .size = tables, .set = *set},
                        session.run_for(*store));
}

namespace {

constexpr std::size_t kMostSolutions = 1000;

struct AnalyzeArguments {
  std::vector<std::string> words;
  std::vector<std::string> variants;
  std::vector<std::string> stages;
  std::vector<std::string> events;
  std::string colours;
  std::optional<std::string> solutions;
  bool chain = false;
  std::string prefer;
  bool resume = false;
  bool force = false;
  bool small = false;
  std::vector<std::string> keep;
  std::string shard;
  std::string done_file;
  bool serve = false;
};

Error wrong(std::string message, std::string hint) {
  return {ErrorKind::bad_input, std::move(message), std::move(hint)};
}

bool is_file(const std::string& name) {
  struct stat info {};
  return ::stat(name.c_str(), &info) == 0;
}

/// The names without blanks, as people write after commas, and without empty names.
std::vector<std::string> without_blanks(std::vector<std::string> names) {
  for (std::string& name : names) std::erase(name, ' ');
  std::erase(names, "");
  return names;
}

/// The number after --solutions, which is optional: if CLI11 took a word of the scramble for it, the word is
/// put back where it stood.
Result<std::size_t> number_of_solutions(const CLI::App& command, AnalyzeArguments& arguments) {
  const CLI::Option* option = command.get_option("--solutions");
  if (option->count() == 0) return std::size_t{0};
  const std::string& text = *arguments.solutions;
  if (text.empty() || text == "true") return std::size_t{1};
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  // No move begins like this, but the name of a file may.
  const bool is_like_number =
      text != "-" && std::string_view("+-.0123456789").find(text.front()) != std::string_view::npos;
  if (!is_number && !(is_like_number && !is_file(text))) {
    std::ptrdiff_t words_before = 0;
    for (const CLI::Option* parsed : command.parse_order()) {
      if (parsed == option) break;
      if (parsed == command.get_option("scramble")) ++words_before;
    }
    arguments.words.insert(arguments.words.begin() + words_before, text);
    return std::size_t{1};
  }
  const unsigned long count = !is_number || text.size() > 6 ? 0 : std::stoul(text);
  if (count >= 1 && count <= kMostSolutions) return std::size_t{count};
  return wrong(fmt::format("--solutions: '{}' is not a number from 1 to {}", text, kMostSolutions), {});
}

/// The part of the job that is the same for one scramble and for many.
Result<AnalyzeJob> job_from(Session& session, const CLI::App& command, AnalyzeArguments& arguments) {
  AnalyzeJob job{session};
  const Result<std::size_t> solutions = number_of_solutions(command, arguments);
  if (!solutions) return solutions.error();
  job.solutions = *solutions;
  job.chain = arguments.chain;
  if (job.chain && (job.solutions > 0 || !arguments.variants.empty() || !arguments.stages.empty()))
    return wrong("--chain goes through cross, xcross, xxcross, xxxcross and f2l, one solution each",
                 "leave out --solutions, --variant and --stages");
  const Result<std::optional<FaceSet>> prefer = preferred_faces(arguments.prefer, job.has_details());
  if (!prefer) return prefer.error();
  job.prefer = *prefer;
  const Result<std::vector<Stage>> stages =
      chosen_stages(without_blanks(arguments.variants), without_blanks(arguments.stages));
  if (!stages) return stages.error();
  job.stages = *stages;
  for (const Stage stage : job.stages) job.names.emplace_back(stage.name());
  const Result<ViewSet> views = chosen_views(arguments.colours);
  if (!views) return views.error();
  job.views = *views;
  const Result<std::vector<std::string>> events = chosen_events(without_blanks(arguments.events));
  if (!events) return events.error();
  job.events = *events;
  std::vector<std::string> taken = {"id", "error", "kept"};
  for (const std::string& stage : job.names)
    for (const View view : kAllViews) taken.push_back(fmt::format("{}_{}", stage, suffix_of(view)));
  const Result<std::vector<std::string>> keep = chosen_columns(arguments.keep, taken);
  if (!keep) return keep.error();
  job.keep = *keep;
  const Result<std::optional<Shard>> shard = chosen_shard(arguments.shard);
  if (!shard) return shard.error();
  job.shard = *shard;
  job.done_file = arguments.done_file;
  job.tables = arguments.small ? TableSize::small : TableSize::best;
  job.output = session.output();
  if (arguments.resume && arguments.force)
    return wrong("--resume and --force do not go together", "leave out one of them");
  if ((arguments.resume || arguments.force) && job.output.empty())
    return wrong("--resume and --force are about a file", "name it with --output FILE");
  if (arguments.resume) job.if_there = IfThere::resume;
  if (arguments.force) job.if_there = IfThere::replace;
  return job;
}

RowKind kind_of(Format format) {
  if (format == Format::table) return RowKind::table;
  return format == Format::csv ? RowKind::csv : RowKind::json;
}

std::optional<Error> wrong_for_one(const AnalyzeJob& job) {
  if (!job.events.empty())
    return wrong("--events is for a file with several events, not for one scramble", {});
  if (!job.keep.empty()) return wrong("--keep is for a file with columns, not for one scramble", {});
  if (job.shard) return wrong("--shard is for a file of scrambles, not for one", {});
  if (!job.done_file.empty()) return wrong("--done-file is for a file of scrambles, not for one", {});
  if (job.if_there == IfThere::resume) return wrong("--resume is for a file of scrambles, not for one", {});
  return std::nullopt;
}

std::optional<Error> wrong_for_many(const AnalyzeJob& job) {
  if (job.if_there == IfThere::resume && job.has_details())
    return wrong("--resume does not go with --solutions or --chain",
                 "leave it out, and use --force to write the file anew");
  if (!job.keep.empty() && job.has_details())
    return wrong("--keep does not go with --solutions or --chain", "leave out one of them");
  if (!job.keep.empty() && job.format == RowKind::table)
    return wrong("--keep has no place in a table for people", "choose --format csv or json");
  if (job.if_there == IfThere::resume && job.format == RowKind::table)
    return wrong("--resume does not go with --format table", "choose --format csv or json");
  return std::nullopt;
}

std::optional<Error> wrong_for_serving(const AnalyzeJob& job, const AnalyzeArguments& arguments) {
  if (!arguments.words.empty())
    return wrong("--serve-stdin reads scrambles from stdin, not from the command line",
                 "leave out the scramble");
  if (kind_of(job.session.format(Format::json)) != RowKind::json)
    return wrong(fmt::format("--serve-stdin answers in JSON, not as {}", job.session.csv() ? "csv" : "table"),
                 "leave out --format");
  if (job.shard)
    return wrong("--shard is for a file of scrambles, not for --serve-stdin", "give the name of a file");
  if (!job.events.empty() || !job.keep.empty() || !job.output.empty() || job.has_details())
    return wrong("--serve-stdin does not go with --events, --keep, --output, --solutions or --chain",
                 "leave these out, or give the scrambles as a file, or - for stdin");
  return std::nullopt;
}

void analyze_command(Session& session, const CLI::App& command, AnalyzeArguments arguments) {
  if (const Result<void> sound = session.check_result_flags(); !sound) return session.fail(sound.error());
  Result<AnalyzeJob> job = job_from(session, command, arguments);
  if (!job) return session.fail(job.error());
  if (arguments.serve) {
    if (const std::optional<Error> error = wrong_for_serving(*job, arguments)) return session.fail(*error);
    return serve_analyses(*job);
  }
  if (arguments.words.empty())
    return session.fail(
        wrong("nothing to analyze", "give a scramble, a file with one scramble a line, or - for stdin"));

  const Result<GivenPositions> given = given_positions(arguments.words, session.input(), "scramble");
  if (!given) return session.fail(given.error());
  if (given->kind != GivenPositions::Kind::one) {
    job->format = kind_of(session.format(Format::csv));
    if (const std::optional<Error> error = wrong_for_many(*job)) return session.fail(*error);
    return analyze_many(*job, *given);
  }
  const Result<Position> position = read_given(given->text, session.input(), "scramble");
  if (!position) return session.fail(position.error());
  job->format = kind_of(session.format());
  if (const std::optional<Error> error = wrong_for_one(*job)) return session.fail(*error);
  analyze_one(*job, given->text, *position);
}

constexpr const char* kAnalyzeFooter =
    "\nThe numbers are exact: the fewest moves from the scrambled cube to the stage with that colour at the "
    "bottom.\n"
    "Colours go by the centres: however a scramble leaves the cube turned, it is taken as white up, green in "
    "front.\n"
    "A file has lines 'scramble' or 'id,scramble', or is a CSV or TSV table with a column 'scramble', an "
    "export "
    "of\n"
    "the WCA or of csTimer; its kind is seen from its first lines. A name that is a file is read as one.\n"
    "A batch prints CSV: id, then six columns for each stage, z0 z2 z3 z1 x3 x1 for Y W O R G B at the "
    "bottom.\n"
    "With --solutions or --chain, CSV has a row for each solution or step, JSON one more member in each "
    "row.\n"
    "Equally short ways are in the order of their moves, U R F D L B, each by a quarter, a half, three "
    "quarters;\n"
    "--chain takes the first. --prefer RUF puts the most comfortable ones first.\n"
    "A scramble that cannot be read costs its row alone (exit code 2). Ctrl-C and SIGTERM keep the rows so "
    "far "
    "(130).\n"
    "On first use the tables that the stages need are built, once: some 400 MB for all of them.\n"
    "Examples:\n"
    "  halfturn analyze \"R2 U' F2 D B2 L2 D' F2 U2 R2 B' R' D2 F U' L B' D' R F2\"\n"
    "  halfturn analyze --variant all --colours WY --solutions 3 \"R U2 F' L D B2 U' R2\"\n"
    "  halfturn analyze --chain --colours W \"R U2 F' L D B2 U' R2\"\n"
    "  halfturn scramble -n 5 --where \"cross(W)=7\" | halfturn analyze - --colours W --stages cross "
    "--solutions 3 "
    "--format table\n"
    "  halfturn analyze --stages cross,xcross,pseudo_xcross scrambles.txt > stages.csv\n"
    "  halfturn analyze WCA_export_Scrambles.tsv --events 333,333oh --output std.csv\n"
    "  halfturn analyze WCA_export_Scrambles.tsv --events 333,333oh --output std.csv --resume\n"
    "  halfturn analyze WCA_export_Scrambles.tsv --shard 3/8 --output std.3.csv --resume";

}  // namespace

void add_analyze_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("analyze", "How few moves cross, XCross .. F2L take, on each of the six colours");
  const auto arguments = std::make_shared<AnalyzeArguments>();
  command
      ->add_option("scramble", arguments->words,
                   "Moves, 54 facelets or 20 pieces; or a file with many scrambles; or - for stdin")
      ->type_name("SCRAMBLE|FILE|-");
  command
      ->add_option(
          "--variant", arguments->variants,
          fmt::format("Stages of these variants: {} or all (else std)", fmt::join(all_variants(), ", ")))
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--stages", arguments->stages,
                   "These stages alone: cross, xcross, .. f2l, pseudo_cross, ..")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--colours,--colors", arguments->colours,
                   "These colours at the bottom alone: letters of WYORGB, or names")
      ->type_name("LETTERS")
      ->check(not_empty("name colours, as in WY"));
  command
      ->add_option("--solutions", arguments->solutions, "Print the N shortest ways (else one) to each cell")
      ->type_name("[N]")
      ->expected(0, 1);
  command->add_flag("--chain", arguments->chain,
                    "Print a way from cross through each pair to F2L, each step as short as possible from "
                    "the one before, and what that costs");
  add_prefer_option(*command, arguments->prefer);
  session.add_result_flags(
      *command, {.json = "an object a line: id, scramble, stages (by stage and colour), error",
                 .csv = "id, and six columns a stage; what a list gives if no format is named",
                 .output = "Write the result to this file, which must not be there, instead of stdout"});
  add_list_options(*command, arguments->events, arguments->keep);
  add_shard_option(*command, arguments->shard);
  add_done_file_option(*command, arguments->done_file);
  session.add_input_flag(*command);
  command->add_flag("--serve-stdin", arguments->serve,
                    "Say ready, then answer each line of stdin as it comes, in JSON; without --solutions, "
                    "--chain, --events, --keep and --output");
  command->add_flag("--resume", arguments->resume, "Go on with the output file of an interrupted run");
  command->add_flag("--force", arguments->force, "Write over the output file");
  command->add_flag("--small", arguments->small, "Use the small tables also where large ones are there");
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  command->footer(kAnalyzeFooter);
  command->callback([arguments, command, &session] { analyze_command(session, *command, *arguments); });
}

}  // namespace halfturn::cli
