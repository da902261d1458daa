#include "cli/analyze/analyze_chain.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/csv.h"
#include "base/parallel.h"
#include "cli/analyze/analyze_table.h"
#include "front/json.h"
#include "front/stage_ways.h"
#include "halfturn/notation.h"

namespace halfturn::cli {

namespace {

Result<Chain> chain_in(const Analyzer& analyzer, const Cube& cube, std::span<const StageRow> rows, View view,
                       const std::optional<FaceSet>& prefer, const Run& run) {
  Chain chain{view, {}};
  Cube held = cube.seen_through(symmetry_of(view));
  int total = 0;
  const std::vector<Stage> stages = chain_stages();
  for (std::size_t s = 0; s < stages.size(); ++s) {
    Result<std::vector<StageSolution>> ways =
        shortest_ways(analyzer, held, {.stage = stages[s], .view = View::D, .count = 1}, prefer, run);
    if (!ways) return ways.error();
    if (ways->empty()) return chain;  // stopped
    held = held.after(ways->front().moves);
    total += static_cast<int>(ways->front().moves.size());
    chain.steps.push_back({std::string(stages[s].name()), std::move(ways->front()), total, rows[s][view]});
  }
  return chain;
}

/// What all steps cost more than F2L at once: 3 moves.
int excess_of(const Chain& chain) {
  return chain.steps.empty() ? 0 : chain.steps.back().total - chain.steps.back().optimum;
}

}  // namespace

std::vector<Stage> chain_stages() {
  return stages_of_variant("std");
}

Result<std::vector<Chain>> find_chains(const Analyzer& analyzer, const Cube& cube,
                                       std::span<const StageRow> rows, ViewSet views,
                                       const std::optional<FaceSet>& prefer, const Run& run) {
  const std::vector<View> wanted(views.begin(), views.end());
  std::vector<Result<Chain>> found(wanted.size(), Chain{});
  base::parallel_for(run.threads, wanted.size(), run.stop, [&](int, std::size_t i) {
    found[i] = chain_in(analyzer, cube, rows, wanted[i], prefer, run);
  });
  std::vector<Chain> chains;
  for (Result<Chain>& chain : found) {
    if (!chain) return chain.error();
    if (!chain->steps.empty()) chains.push_back(std::move(*chain));
  }
  return chains;
}

std::string chains_text(std::span<const Chain> chains, Symmetry held) {
  std::string text;
  for (const Chain& chain : chains) {
    const std::string rotation = rotation_to(chain.view, held);
    text += fmt::format("{}{} at the bottom{}\n", text.empty() ? "" : "\n", colour_of(chain.view),
                        rotation.empty() ? "" : ", after " + rotation);
    text += "  stage     moves  total  optimum\n";
    for (const ChainStep& step : chain.steps) {
      const std::string moves = format_moves(step.way.moves);
      text += fmt::format("  {:<8}  {:>5}  {:>5}  {:>7}  {}{}{}\n", step.stage, step.way.moves.size(),
                          step.total, step.optimum, moves.empty() ? "(nothing to do)" : moves,
                          step.way.reached.empty() ? "" : "   ", step.way.reached);
    }
    const int excess = excess_of(chain);
    text += excess == 0 ? "  step by step takes as few moves as F2L at once\n"
                        : fmt::format("  step by step takes {} {} more than F2L at once\n", excess,
                                      excess == 1 ? "move" : "moves");
  }
  return text;
}

std::string chains_json(std::span<const Chain> chains, Symmetry held) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Chain& chain : chains) {
    nlohmann::ordered_json steps = nlohmann::ordered_json::array();
    for (const ChainStep& step : chain.steps)
      steps.push_back({{"stage", step.stage},
                       {"moves", format_moves(step.way.moves)},
                       {"length", step.way.moves.size()},
                       {"total", step.total},
                       {"optimum", step.optimum},
                       {"reached", step.way.reached}});
    json[std::string(1, colour_of(chain.view))] = {{"rotation", rotation_to(chain.view, held)},
                                                   {"steps", std::move(steps)},
                                                   {"length", chain.steps.back().total},
                                                   {"optimum", chain.steps.back().optimum},
                                                   {"excess", excess_of(chain)}};
  }
  return json_text(json);
}

std::string chains_csv(const std::string& id, std::span<const Chain> chains, Symmetry held) {
  std::string text;
  for (const Chain& chain : chains)
    for (const ChainStep& step : chain.steps)
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", id, colour_of(chain.view), step.stage,
                          step.way.moves.size(), step.total, step.optimum, rotation_to(chain.view, held),
                          format_moves(step.way.moves), csv_field(step.way.reached));
  return text;
}

}  // namespace halfturn::cli
