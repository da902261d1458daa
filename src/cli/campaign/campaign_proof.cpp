#include "cli/campaign/campaign_proof.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/gzip.h"
#include "base/output_file.h"
#include "cli/campaign/campaign_output.h"
#include "cli/campaign/campaign_session.h"
#include "cli/shared/result_output.h"
#include "cli/shared/say.h"
#include "halfturn/campaign_proof.h"

namespace halfturn::cli {

namespace {

struct ExportArguments {
  std::string folder;
  std::string output;
  bool gzip = false;
};

struct ProofArguments {
  std::string target;
  std::uint64_t sample = ProofCheckOptions{}.recompute;
  std::optional<std::uint64_t> seed;
};

/// Writes the proof to a sink, compressed or not.
Result<ProofTotals> write_proof(const Campaign& campaign, const ByteSink& sink, bool gzip, const Run& run) {
  if (!gzip) return campaign.export_proof(sink, run);
  GzipWriter writer(sink);
  Result<ProofTotals> totals =
      campaign.export_proof([&](std::string_view text) { return writer.add(text); }, run);
  if (!totals) return totals;
  if (Result<void> ended = writer.end(); !ended) return ended.error();
  return totals;
}

Result<ProofTotals> write_proof_file(const Campaign& campaign, const std::string& name, const Run& run) {
  Result<OutputFile> file = OutputFile::open(name, run.stop);
  if (!file) return file.error();
  const auto write = [&](std::string_view bytes) { return file->write(bytes); };
  Result<ProofTotals> totals = write_proof(campaign, write, name.ends_with(".gz"), run);
  if (!totals) return totals;
  if (Result<void> kept = file->commit(); !kept) return kept.error();
  return totals;
}

void export_campaign(Session& session, const ExportArguments& arguments) {
  const Result<Campaign> campaign =
      Campaign::open(arguments.folder, Campaign::Access::read, session.stop_token());
  if (!campaign) return fail_campaign(session, campaign.error(), arguments.folder);
  if (arguments.gzip && !arguments.output.empty())
    return session.fail({ErrorKind::bad_input, "--gzip is for stdout",
                         "the name of a file says whether it is compressed: it ends in .gz, or not"});
  const auto to_stdout = [](std::string_view text) -> Result<void> {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return {};
  };
  const Result<ProofTotals> totals = arguments.output.empty()
                                         ? write_proof(*campaign, to_stdout, arguments.gzip, session.run())
                                         : write_proof_file(*campaign, arguments.output, watched(session));
  session.clear_progress();
  if (!totals) return fail_campaign(session, totals.error(), arguments.folder);
  if (!arguments.output.empty())
    fmt::print("{}: {}, {} proved, {} not proved\n", arguments.output, counted(totals->cosets, "coset"),
               grouped(totals->proved), grouped(totals->unproved));
  const std::uint64_t left = campaign->plan().count() - totals->cosets;
  if (left > 0)
    say("halfturn: no proof yet: {} of {} cosets are not done\n", grouped(left),
        grouped(campaign->plan().count()));
  if (left > 0 || totals->unproved > 0) session.answer_no();
}

std::string verdict_text(const ProofVerdict& verdict) {
  if (verdict.holds())
    return verdict.recomputed.empty() ? "holds, as far as can be told without doing any coset again"
                                      : "holds";
  if (verdict.difference_count > 0) return "DOES NOT HOLD: it differs from what it should be";
  if (verdict.missing > 0)
    return fmt::format("NOT YET: what is there is right, but {} are missing",
                       counted(verdict.missing, "coset"));
  return fmt::format("NOT SHOWN: what is there is right, but the bound was not shown for {}",
                     counted(verdict.totals.unproved, "coset"));
}

void print_verdict(const ProofVerdict& verdict, std::uint64_t seed) {
  if (!verdict.claim.made_with.empty() || verdict.read_to_end) {
    fmt::print("claim       {}\n", plan_text(verdict.claim.plan));
    for (const CampaignIdentity& identity : verdict.claim.made_with)
      fmt::print("made with   {}\n", set_up(identity));
    fmt::print("named       {}: {} proved, {} not proved\n", counted(verdict.totals.cosets, "coset"),
               grouped(verdict.totals.proved), grouped(verdict.totals.unproved));
  }
  if (verdict.read_to_end)
    fmt::print("checked     form, checksum, each coset once and in order, its numbers, levels, sums\n");
  for (const RecomputedCoset& again : verdict.recomputed) {
    fmt::print("done again  coset {}: {}, {} compared", again.index, to_string(again.found),
               counted(static_cast<std::uint64_t>(again.levels_compared), "exact level"));
    if (again.levels_not_compared > 0)
      fmt::print(", {} not (reached here only in part)", again.levels_not_compared);
    fmt::print(", {}\n", duration(again.seconds));
  }
  if (!verdict.recomputed.empty())
    fmt::print("chosen by   seed {} (the same file and seed give the same cosets)\n", seed);
  for (const std::string& difference : verdict.differences) fmt::print("DIFFERS     {}\n", difference);
  if (verdict.difference_count > verdict.differences.size())
    fmt::print("DIFFERS     and {} more\n", grouped(verdict.difference_count - verdict.differences.size()));
  fmt::print("verdict     {}\n", verdict_text(verdict));
}

nlohmann::ordered_json verdict_json(const ProofVerdict& verdict, std::uint64_t seed) {
  nlohmann::ordered_json made_with = nlohmann::ordered_json::array();
  for (const CampaignIdentity& identity : verdict.claim.made_with) made_with.push_back(json_of(identity));
  nlohmann::ordered_json recomputed = nlohmann::ordered_json::array();
  for (const RecomputedCoset& again : verdict.recomputed)
    recomputed.push_back({{"coset", again.index},
                          {"claimed", to_string(again.claimed)},
                          {"found", to_string(again.found)},
                          {"levels_compared", again.levels_compared},
                          {"levels_not_compared", again.levels_not_compared},
                          {"seconds", again.seconds}});
  return {{"holds", verdict.holds()},
          {"verdict", verdict_text(verdict)},
          {"plan", json_of(verdict.claim.plan)},
          {"made_with", made_with},
          {"read_to_end", verdict.read_to_end},
          {"cosets", verdict.totals.cosets},
          {"proved", verdict.totals.proved},
          {"unproved", verdict.totals.unproved},
          {"missing", verdict.missing},
          {"seed", seed},
          {"recomputed", recomputed},
          {"differences", verdict.differences},
          {"difference_count", verdict.difference_count}};
}

void check_proof(Session& session, const ProofArguments& arguments) {
  std::optional<Campaign> campaign;
  ProofSource source = proof_file(arguments.target, session.stop_token());
  std::error_code none;
  if (std::filesystem::is_directory(arguments.target, none)) {
    Result<Campaign> opened = Campaign::open(arguments.target, Campaign::Access::read, session.stop_token());
    if (!opened) return fail_campaign(session, opened.error(), arguments.target);
    campaign.emplace(std::move(*opened));
    source = [&](const TextSink& sink) -> Result<void> {
      const Result<ProofTotals> exported = campaign->export_proof(sink, session.run());
      return exported ? Result<void>() : exported.error();
    };
  }
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());
  const ProofCheckOptions options{arguments.sample, arguments.seed ? *arguments.seed : random_seed()};
  const Result<ProofVerdict> verdict = verify_proof(source, *store, *set, options, session.run_for(*store));
  session.clear_progress();
  if (!verdict) return fail_campaign(session, verdict.error(), arguments.target);
  if (session.format() == Format::table)
    print_verdict(*verdict, options.seed);
  else
    print_result(session, verdict_json(*verdict, options.seed));
  if (!verdict->holds()) session.answer_no();
}

}  // namespace

void add_export_command(CLI::App& campaign, Session& session) {
  CLI::App* command = campaign.add_subcommand("export", "Write down what is shown, for a stranger to check");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("folder", arguments->folder, "The campaign's folder")->required()->type_name("DIR");
  command
      ->add_option("-o,--output", arguments->output,
                   "File to write, compressed if its name ends in .gz (else stdout)")
      ->type_name("FILE");
  command->add_flag("--gzip", arguments->gzip, "Compress what goes to stdout");
  command->footer(
      "\nThe same results give the same bytes, whoever computed them and in whatever order. Exit code 1 "
      "where\n"
      "cosets are missing or not proved; what is there is written all the same.\n"
      "Example: halfturn campaign export sample -o sample.proof.gz");
  command->callback([arguments, &session] { export_campaign(session, *arguments); });
}

void add_proof_verify_command(CLI::App& campaign, Session& session) {
  CLI::App* command =
      campaign.add_subcommand("verify", "Check a proof file or a campaign, and do some of its cosets again");
  const auto arguments = std::make_shared<ProofArguments>();
  command
      ->add_option("target", arguments->target,
                   "A file that campaign export has written (- for stdin), or a campaign's folder")
      ->required()
      ->type_name("FILE");
  command->add_option("--sample", arguments->sample, "Do N random cosets again; 0 needs no tables")
      ->type_name("N")
      ->transform(natural())
      ->capture_default_str();
  command
      ->add_option("--seed", arguments->seed,
                   "The same seed chooses the same cosets; else one that nobody can guess")
      ->type_name("S")
      ->transform(natural());
  session.add_tables_flag(*command);
  session.add_threads_flag(*command);
  session.add_cpu_flag(*command);
  session.add_result_flags(
      *command, {.json = "an object: holds, verdict, plan, made_with, read_to_end, cosets, proved, unproved, "
                         "missing, seed, recomputed, differences, difference_count",
                 .csv = "one row"});
  command->footer(
      "\nExit code 0 only if the bound is shown of every coset that is claimed and nothing differs; 1 with "
      "what\n"
      "differs or is missing; 2 where it is no proof file. A coset takes some seconds and 6 GB of memory.\n"
      "Example: halfturn campaign verify sample.proof.gz --sample 10");
  command->callback([arguments, &session] {
    session.print_to_output([&] { check_proof(session, *arguments); }, {arguments->target});
  });
}

}  // namespace halfturn::cli
