#include "cli/campaign/campaign_output.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "base/text.h"
#include "cli/campaign/campaign_session.h"
#include "cli/coset/coset.h"
#include "cli/shared/result_output.h"
#include "cli/shared/session.h"
#include "front/campaign_text.h"
#include "front/json.h"
#include "halfturn/campaign_report.h"

namespace halfturn::cli {

using Json = nlohmann::ordered_json;

std::string set_up(const CampaignIdentity& identity) {
  return fmt::format("halfturn {} ({:016x}), phase-1 table {:016x}, cover {:016x}",
                     base::printable(identity.program_version), identity.program_checksum,
                     identity.table_checksum, identity.cover_checksum);
}

namespace {

template <class T>
std::string or_nothing(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string count_or_dash(const std::optional<std::uint64_t>& value) {
  return value ? grouped(*value) : "-";
}

std::string outcome_text(const CosetRecord& record) {
  switch (record.outcome) {
    case CosetOutcome::proved:
      return fmt::format("proved {}", record.parameters.prove);
    case CosetOutcome::unproved:
      return fmt::format("NOT proved {}, {} left", record.parameters.prove,
                         record.remaining ? counted(*record.remaining, "position") : "- positions");
    case CosetOutcome::error:
      return "error: " + base::printable(record.message);
  }
  return "";
}

void print_text(const CosetRecord& record) {
  fmt::print("{}\n", record_line(record));
  if (record.levels.empty()) return;
  fmt::print("  depth            probes              new            total   search_s  prepass_s\n");
  for (const CosetLevel& level : record.levels)
    fmt::print("  {:>5} {:>17} {:>16} {:>16}{} {:>9.2f} {:>10.2f}\n", level.depth, grouped(level.probes),
               count_or_dash(level.fresh), count_or_dash(level.total), level.exact ? " " : "+",
               level.search_seconds, level.prepass_seconds);
}

constexpr const char* kCsvHeader =
    "coset,twist,flip,slice,outcome,remaining,seconds,threads,at_once,host,program_version,program_checksum,"
    "table_checksum,depth,probes,new,total,exact,search_s,prepass_s";

/// One row for each level; a coset without levels has one row.
void print_csv(const CosetRecord& record) {
  const std::string start = fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{:016x},{:016x}", record.index, record.coset.twist, record.coset.flip,
      record.coset.slice, to_string(record.outcome), or_nothing(record.remaining), record.seconds,
      record.threads, record.at_once, csv_field(record.host), csv_field(record.identity.program_version),
      record.identity.program_checksum, record.identity.table_checksum);
  if (record.levels.empty()) fmt::print("{},,,,,,,\n", start);
  for (const CosetLevel& level : record.levels)
    fmt::print("{},{},{},{},{},{},{},{}\n", start, level.depth, level.probes, or_nothing(level.fresh),
               or_nothing(level.total), level.exact ? 1 : 0, level.search_seconds, level.prepass_seconds);
}

std::string mean_text(const Mean& mean) {
  return mean.count() == 0 ? "-" : grouped(static_cast<std::uint64_t>(std::llround(mean.mean())));
}

Json mean_json(const Mean& mean) {
  return {{"cosets", mean.count()}, {"mean", mean.count() == 0 ? Json(nullptr) : Json(mean.mean())}};
}

/// Caveats for readers of the estimate.
std::vector<std::string> cautions(const CampaignStatus& status, const CampaignSummary& summary) {
  std::vector<std::string> texts;
  if (std::holds_alternative<CosetRange>(status.plan.cosets))
    texts.emplace_back(
        "A contiguous range is not a random sample: neighbours are alike, and the interval does not hold for "
        "the whole cover.");
  if (summary.settings() > 1)
    texts.push_back(fmt::format("The times come from {} different hosts, programs or numbers of threads.",
                                summary.settings()));
  return texts;
}

constexpr const char* kMethod =
    "95 % interval of the mean by Student's t, for a sample without repetition; time of a machine, processes "
    "at once counted as shares of it";

void print_summary_text(const CampaignStatus& status, const CampaignSummary& summary) {
  fmt::print("{}: {} of {} done, {} proved, {} not proved, {}\n", plan_text(status.plan),
             grouped(summary.proved() + summary.unproved() + summary.errors()), grouped(status.total),
             grouped(summary.proved()), grouped(summary.unproved()), counted(summary.errors(), "error"));
  const Mean& seconds = summary.machine_seconds();
  if (seconds.count() == 0) return fmt::print("no estimate: no coset has been finished yet\n");
  fmt::print(
      "means\n  depth  cosets            probes              new            total   search_s  prepass_s\n");
  for (const auto& [depth, level] : summary.levels())
    fmt::print("  {:>5} {:>7} {:>17} {:>16} {:>16}{} {:>9.2f} {:>10.2f}\n", depth,
               grouped(level.probes.count()), mean_text(level.probes), mean_text(level.fresh),
               mean_text(level.total), level.inexact == 0 ? " " : "+", level.search_seconds.mean(),
               level.prepass_seconds.mean());
  const CampaignSummary::Estimate all = *summary.estimate();
  const std::optional<double> half = seconds.half_width(status.cover_size);
  fmt::print("a coset takes {:.4g} s{}, standard deviation {:.4g} s\n", seconds.mean(),
             half ? fmt::format(" +- {:.2g} s", *half) : "", seconds.deviation());
  fmt::print("all {} cosets of the cover: {}", grouped(status.cover_size), duration(all.seconds));
  if (all.half_width)
    fmt::print(", between {} and {} ({})\n", duration(std::max(0.0, all.seconds - *all.half_width)),
               duration(all.seconds + *all.half_width), kMethod);
  else
    fmt::print(" (no interval: it takes two results)\n");
  for (const std::string& text : cautions(status, summary)) fmt::print("{}\n", text);
}

Json summary_json(const CampaignStatus& status, const CampaignSummary& summary) {
  Json levels = Json::array();
  for (const auto& [depth, level] : summary.levels())
    levels.push_back({{"depth", depth},
                      {"probes", mean_json(level.probes)},
                      {"new", mean_json(level.fresh)},
                      {"total", mean_json(level.total)},
                      {"inexact", level.inexact},
                      {"search_s", mean_json(level.search_seconds)},
                      {"prepass_s", mean_json(level.prepass_seconds)}});
  Json estimate = nullptr;
  const Mean& seconds = summary.machine_seconds();
  if (const auto all = summary.estimate())
    estimate = {{"cosets", status.cover_size},
                {"seconds", all->seconds},
                {"half_width_95", or_null(all->half_width)},
                {"method", kMethod},
                {"random_sample", std::holds_alternative<CosetSample>(status.plan.cosets)},
                {"cautions", cautions(status, summary)}};
  const bool any = seconds.count() > 0;
  return {{"plan", json_of(status.plan)},
          {"cosets", status.total},
          {"proved", summary.proved()},
          {"unproved", summary.unproved()},
          {"errors", summary.errors()},
          {"mean_seconds", any ? Json(seconds.mean()) : Json(nullptr)},
          {"half_width_95", or_null(seconds.half_width(status.cover_size))},
          {"deviation_seconds", seconds.count() > 1 ? Json(seconds.deviation()) : Json(nullptr)},
          {"levels", levels},
          {"estimate", estimate}};
}

}  // namespace

std::string record_line(const CosetRecord& record) {
  return fmt::format("coset {} (twist {}, flip {}, slice {}): {}, {}", record.index, record.coset.twist,
                     record.coset.flip, record.coset.slice, outcome_text(record), duration(record.seconds));
}

void print_status(const Session& session, const CampaignStatus& status) {
  if (session.format() != Format::table) return print_result(session, status_json(status));
  fmt::print("campaign    {}\n", plan_text(status.plan));
  fmt::print("created     {}\n", base::printable(status.created));
  fmt::print("made with   {}\n", set_up(status.identity));
  fmt::print("done        {} of {}: {} proved, {} not proved, {}\n", grouped(status.finished()),
             grouped(status.total), grouped(status.proved), grouped(status.unproved),
             counted(status.errors, "error"));
  fmt::print("at work     {} {}\n", status.runners.size(),
             status.runners.size() == 1 ? "process" : "processes");
  for (const CampaignRunner& runner : status.runners)
    fmt::print("            {} {} since {}, {}\n", base::printable(runner.host), runner.pid, runner.started,
               runner.coset ? fmt::format("coset {}", *runner.coset) : "between two cosets");
  if (status.abandoned > 0)
    fmt::print("abandoned   {} by processes that are gone; the next run takes them up\n",
               grouped(status.abandoned));
  if (status.mean_seconds) {
    fmt::print("rate        {} a coset{}\n", duration(*status.mean_seconds),
               status.rate() ? fmt::format(", {:.1f} cosets an hour", *status.rate() * 3600) : "");
    fmt::print("remaining   {} for {}{}\n", duration(*status.remaining_seconds()),
               counted(status.left(), "coset"),
               status.runners.empty() && status.left() > 0 ? ", with one process" : "");
  } else {
    fmt::print("remaining   {}; how long is not known yet\n", counted(status.left(), "coset"));
  }
  for (const std::string& change : status.changes) fmt::print("changed     {}\n", base::printable(change));
  for (const CosetRecord& record : status.failures)
    fmt::print("FAILED      coset {}: {}\n", record.index, outcome_text(record));
  if (status.unproved + status.errors > status.failures.size())
    fmt::print("FAILED      and {} more\n", status.unproved + status.errors - status.failures.size());
}

Result<void> print_report(Session& session, CampaignFolders& campaign, bool details) {
  // First all of it, so that nothing is printed where a result does not count.
  const Result<CampaignSurvey> found = campaign.survey(watched(session));
  session.clear_progress();
  if (!found) return found.error();
  const CampaignStatus& status = found->status;
  const CampaignSummary& summary = found->summary;
  const bool json = session.format() == Format::json;
  if (session.csv()) fmt::print("{}\n", kCsvHeader);
  if (json) fmt::print("{{\"results\": [");
  bool first = true;
  const auto print_one = [&](const CosetRecord& record) {
    if (session.csv())
      print_csv(record);
    else if (session.format() == Format::jsonl)
      fmt::print("{}\n", json_text(record_json(record, true)));
    else if (json)
      fmt::print("{}\n{}", first ? "" : ",", json_text(record_json(record, true)));
    else
      print_text(record);
    first = false;
  };
  if (details)
    if (Result<void> read = campaign.each_result(print_one, session.run()); !read) return read;
  if (json) fmt::print("],\n\"summary\": {}}}\n", json_text(summary_json(status, summary), 2));
  if (session.format() == Format::jsonl)
    fmt::print("{}\n", json_text(Json{{"summary", summary_json(status, summary)}}));
  if (session.format() == Format::table) print_summary_text(status, summary);
  return {};
}

}  // namespace halfturn::cli
