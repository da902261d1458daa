#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/shared/given_positions.h"
#include "cli/shared/result_output.h"
#include "cli/shared/say.h"
#include "cli/shared/terminal.h"
#include "cli/verify/solution_source.h"
#include "cli/verify/verdict.h"

namespace halfturn::cli {

namespace {

/// Prints a row for each solution, and in the end how many there were.
class VerdictRows {
 public:
  VerdictRows(Session& session, std::optional<Metric> metric)
      : session_(session), metric_(metric), printer_(session) {}

  /// `line`: of the solution, in its input.
  void add(const Scramble& scramble, const std::string& solution, std::size_t line) {
    const Result<Position> position = position_of(scramble);
    if (!position) return add_bad(scramble.id, about("scramble", position.error()));
    const Result<Verdict> verdict = judge(*position, solution);
    if (!verdict) {
      Error error = about("solution", verdict.error());
      error.line = line;
      error.column = 0;  // of the solution, which may not begin its line
      return add_bad(scramble.id, error);
    }
    ++rows_;
    if (!verdict->solved) ++wrong_;
    nlohmann::ordered_json row = {{"id", scramble.id}};
    row.update(json_of(*verdict, metric_));
    row["error"] = nullptr;
    print(scramble.id, text_of(*verdict, metric_), row);
  }

  /// A row that says why there is no verdict.
  void add_bad(const std::string& id, const Error& error) {
    ++rows_;
    ++bad_;
    nlohmann::ordered_json row = {{"id", id}, {"solved", nullptr}};
    if (metric_) {
      row["length"] = nullptr;
      row["metric"] = name_of(*metric_);
    }
    for (const char* name : {"half_turn", "quarter_turn", "slice_turn", "orientation"}) row[name] = nullptr;
    row["error"] = error.text();
    print(id, "error: " + base::printable(error.text()), row);
    session_.fail(error);
  }

  /// The summary, and the exit code.
  void finish() {
    std::string text =
        fmt::format("halfturn: {} of {} solved", grouped(rows_ - wrong_ - bad_), grouped(rows_));
    if (wrong_ > 0) text += fmt::format(", {} not solved", grouped(wrong_));
    if (bad_ > 0) text += fmt::format(", {} not to be told", grouped(bad_));
    say("{}\n", text);
    if (wrong_ > 0) session_.answer_no();
  }

 private:
  void print(const std::string& id, const std::string& text, const nlohmann::ordered_json& row) {
    if (session_.format() != Format::table) return printer_.add(row);
    fmt::print("{}: {}\n", shown(id, foreign_text_for(STDOUT_FILENO)), text);
  }

  Session& session_;
  std::optional<Metric> metric_;
  ResultRows printer_;
  std::uint64_t rows_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t bad_ = 0;
};

}  // namespace

void verify_table(Session& session, const std::string& name, std::optional<Metric> metric) {
  const Result<std::unique_ptr<PositionList>> list = PositionList::open(
      {GivenPositions::Kind::list, name, {}},
      {.events = {}, .input = session.input(), .keep = {"solution|moves"}}, session.stop_token());
  if (!list) {
    Error error = list.error();
    if (error.message.starts_with("--keep"))
      error = {ErrorKind::bad_input,
               fmt::format("there are no solutions in {}", name == "-" ? "stdin" : name),
               "a table has columns 'scramble' and 'solution'; or give a second file with the solutions"};
    return session.fail(error);
  }
  VerdictRows rows(session, metric);
  while (true) {
    const Result<std::optional<Scramble>> scramble = (*list)->source().next();
    if (!scramble) return session.fail(scramble.error());
    if (!*scramble) break;
    rows.add(**scramble, (*scramble)->kept.front(), (*scramble)->line);
  }
  tell_skipped(**list);
  rows.finish();
}

void verify_lists(Session& session, const std::string& scrambles, const std::string& solutions,
                  std::optional<Metric> metric) {
  const Result<std::unique_ptr<PositionList>> list =
      PositionList::open({GivenPositions::Kind::list, scrambles, {}},
                         {.events = {}, .input = session.input(), .keep = {}}, session.stop_token());
  if (!list) return session.fail(list.error());
  const Result<std::unique_ptr<SolutionSource>> source =
      SolutionSource::open(solutions, session.stop_token());
  if (!source) return session.fail(source.error());
  VerdictRows rows(session, metric);
  const auto add_unsolved = [&](const Scramble& scramble) {
    rows.add_bad(
        scramble.id,
        {ErrorKind::bad_input, fmt::format("there is no solution for {}", base::quoted(scramble.id)), {}});
  };
  std::optional<Scramble> scramble;  // the one that the last solution was for
  while (true) {
    const Result<std::optional<GivenSolution>> next_solution = (*source)->next();
    if (!next_solution) return session.fail(next_solution.error());
    if (!*next_solution) break;
    const GivenSolution& solution = **next_solution;
    // Several solutions with one id are for one scramble.
    const bool is_same = scramble && !solution.id.empty() && solution.id == scramble->id;
    while (!is_same) {
      Result<std::optional<Scramble>> next = (*list)->source().next();
      if (!next) return session.fail(next.error());
      scramble = std::move(*next);
      if (!scramble || solution.id.empty() || solution.id == scramble->id) break;
      add_unsolved(*scramble);
    }
    if (!scramble)
      rows.add_bad(solution.id.empty() ? std::to_string(solution.line) : solution.id,
                   {.message = "there is no scramble for this solution", .hint = {}, .line = solution.line});
    else if (solution.error)
      rows.add_bad(scramble->id, about("solution", *solution.error));
    else
      rows.add(*scramble, solution.text, solution.line);
  }
  while (true) {
    const Result<std::optional<Scramble>> next = (*list)->source().next();
    if (!next) return session.fail(next.error());
    if (!*next) break;
    add_unsolved(**next);
  }
  tell_skipped(**list);
  rows.finish();
}

}  // namespace halfturn::cli
