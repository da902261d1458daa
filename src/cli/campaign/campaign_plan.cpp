#include "cli/campaign/campaign_plan.h"

#include <fmt/core.h>

#include <charconv>
#include <cstring>
#include <system_error>

#include "cli/campaign/campaign_session.h"
#include "cli/cover/cover_names.h"

namespace halfturn::cli {

namespace {

/// "A..B": the cosets A to B - 1; "all".
Result<CosetRange> range_in(const std::string& text, CoverKind cover) {
  if (text == "all") return CosetRange{0, cover_size(cover)};
  CosetRange range;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, range.first);
  if (first.ec == std::errc() && end - first.ptr > 2 && std::strncmp(first.ptr, "..", 2) == 0) {
    const auto last = std::from_chars(first.ptr + 2, end, range.end);
    if (last.ec == std::errc() && last.ptr == end) return range;
  }
  return Error{ErrorKind::bad_input, fmt::format("--cosets: '{}' is not a range", text),
               "A..B means the cosets A to B - 1, as in 0..100; all means all of the cover"};
}

}  // namespace

void add_plan_options(CLI::App& command, PlanArguments& arguments) {
  command
      .add_option("--cosets", arguments.cosets,
                  "The cosets A to B - 1 of the cover, in this order; or all of them")
      ->type_name("A..B|all");
  command.add_option("--sample", arguments.sample, "N different random cosets, all equally likely")
      ->type_name("N")
      ->transform(natural());
  command.add_option("--seed", arguments.seed, "The same seed gives the same sample; else a random one")
      ->type_name("S")
      ->transform(natural());
  command.add_option("--prove", arguments.prove, "Show that every position is within N moves")
      ->type_name("N")
      ->transform(natural(1, 30))
      ->capture_default_str();
  add_cover_option(command, arguments.cover, names_of(kCoverKinds),
                   "Which cosets there are, and their numbers")
      ->capture_default_str();
  command.add_flag(
      "--rehearsal", arguments.rehearsal,
      "Record made-up results instead of working, many thousands a second, to try out a cluster");
}

Result<CampaignPlan> plan_from(const PlanArguments& arguments) {
  CampaignPlan plan;
  plan.parameters = {*cover_kind_named(arguments.cover), arguments.prove, arguments.rehearsal};
  if (arguments.cosets.empty() == !arguments.sample.has_value())
    return Error{ErrorKind::bad_input, "which cosets?", "give either --cosets A..B or --sample N"};
  if (arguments.sample) {
    plan.cosets = CosetSample{*arguments.sample, arguments.seed ? *arguments.seed : random_seed()};
    return plan;
  }
  if (arguments.seed)
    return Error{ErrorKind::bad_input, "--seed does not go with --cosets", "a seed is for --sample"};
  const Result<CosetRange> range = range_in(arguments.cosets, plan.parameters.cover);
  if (!range) return range.error();
  plan.cosets = *range;
  return plan;
}

CampaignProgram this_program() {
  return {HALFTURN_VERSION, "/proc/self/exe"};
}

}  // namespace halfturn::cli
