#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/campaign/campaign_output.h"
#include "cli/campaign/campaign_plan.h"
#include "cli/campaign/campaign_proof.h"
#include "cli/campaign/campaign_session.h"
#include "cli/shared/commands.h"
#include "cli/shared/say.h"
#include "front/shard.h"
#include "halfturn/campaign.h"
#include "halfturn/campaign_folders.h"

namespace halfturn::cli {

namespace {

struct CampaignArguments {
  std::string folder;
  std::vector<std::string> folders;  // of status and report
  std::vector<std::string> others;   // to import from
  PlanArguments plan;
  std::string shard;
  std::optional<std::uint64_t> limit;
  std::optional<std::uint64_t> only;
  bool retry_failed = false;
  bool retry_errors = false;
  bool accept_change = false;
  bool summary = false;
};

void create_campaign(Session& session, const CampaignArguments& arguments) {
  Result<CampaignPlan> plan = plan_from(arguments.plan);
  if (!plan) return session.fail(plan.error());
  const Result<std::optional<Shard>> shard = chosen_shard(arguments.shard);
  if (!shard) return session.fail(shard.error());
  if (*shard) {
    plan->shard = {(*shard)->index, (*shard)->count};
    // Each shard by itself would draw another sample.
    if (arguments.plan.sample && !arguments.plan.seed)
      return session.fail(
          {ErrorKind::bad_input, "a shard of which sample?", "give --seed S, the same for all shards"});
  }
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  if (Result<void> made =
          Campaign::create(arguments.folder, *plan, this_program(), *store, session.run_for(*store));
      !made)
    return fail_campaign(session, made.error(), arguments.folder);
  fmt::print("{}: {}\n", arguments.folder, plan_text(*plan));
}

void run_campaign(Session& session, const CampaignArguments& arguments) {
  Result<Campaign> campaign = Campaign::open(arguments.folder, Campaign::Access::write, session.stop_token());
  if (!campaign) return fail_campaign(session, campaign.error(), arguments.folder);
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());

  CampaignRunOptions options;
  options.limit = arguments.limit;
  options.only = arguments.only;
  options.retry_failed = arguments.retry_failed;
  options.retry_errors = arguments.retry_errors;
  options.accept_change = arguments.accept_change;
  options.noticed = [&](std::string_view text) {
    session.clear_progress();
    say("halfturn: {}\n", text);
  };
  options.trouble = [&](const Error& error) {
    session.clear_progress();
    say("halfturn: a result waits to be written: {}\n", error.text());
  };
  bool told = false;  // that stdout fails
  options.done = [&](const CosetRecord& record) {
    session.clear_progress();
    // Not fmt::print(), which throws if it fails: the result is in the ledger, and the work goes on. main()
    // looks at stdout in the end.
    const bool printed =
        std::fputs((record_line(record) + "\n").c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!printed && !told)
      say("halfturn: cannot write the output: {}; results are in the ledger, and the work goes on\n",
          std::generic_category().message(errno));
    told = told || !printed;
  };
  const Result<CampaignRunSummary> summary =
      campaign->plan().parameters.rehearsal
          ? campaign->rehearse(this_program(), options, watched(session))
          : campaign->run(this_program(), *store, *set, options, session.run_for(*store));
  session.clear_progress();
  if (!summary) return fail_campaign(session, summary.error(), arguments.folder);
  if (campaign->plan().parameters.rehearsal)
    fmt::print("{}: {} made up, for rehearsal\n", arguments.folder, counted(summary->proved, "result"));
  if (summary->elsewhere > 0) {
    say("halfturn: cosets that other processes still work on: {}\n", summary->elsewhere);
    if (arguments.only) session.answer_no();
  }
  if (summary->unproved > 0) session.answer_no();
  if (summary->errors > 0)
    session.fail({ErrorKind::machine, fmt::format("cosets that could not be worked on: {}", summary->errors),
                  "halfturn campaign status says why; --retry-failed tries them again"});
}

/// Says which folders were left out, and why. The rest has been shown.
void tell_refused(Session& session, const CampaignFolders& campaign) {
  for (const CampaignFolders::Refused& one : campaign.refused())
    fail_folder(session, one.error, one.folder.string());
}

Result<CampaignFolders> open_folders(Session& session, const CampaignArguments& arguments) {
  return CampaignFolders::open({arguments.folders.begin(), arguments.folders.end()}, session.stop_token());
}

void show_status(Session& session, const CampaignArguments& arguments) {
  Result<CampaignFolders> campaign = open_folders(session, arguments);
  if (!campaign) return fail_campaign(session, campaign.error(), arguments.folders.front());
  const Result<CampaignSurvey> found = campaign->survey(watched(session));
  session.clear_progress();
  if (!found) return fail_campaign(session, found.error(), arguments.folders.front());
  print_status(session, found->status);
  tell_refused(session, *campaign);
}

void show_report(Session& session, const CampaignArguments& arguments) {
  if (session.csv() && arguments.summary)
    return session.fail(
        {ErrorKind::bad_input, "--csv has no summary", "leave out --summary, or take --json"});
  Result<CampaignFolders> campaign = open_folders(session, arguments);
  if (!campaign) return fail_campaign(session, campaign.error(), arguments.folders.front());
  if (Result<void> printed = print_report(session, *campaign, !arguments.summary); !printed)
    return fail_campaign(session, printed.error(), arguments.folders.front());
  tell_refused(session, *campaign);
}

void import_campaign(Session& session, const CampaignArguments& arguments) {
  Result<Campaign> campaign = Campaign::open(arguments.folder, Campaign::Access::write, session.stop_token());
  if (!campaign) return fail_campaign(session, campaign.error(), arguments.folder);
  const Result<std::vector<ImportedFolder>> folders =
      campaign->import(std::vector<std::filesystem::path>(arguments.others.begin(), arguments.others.end()),
                       arguments.accept_change, watched(session));
  session.clear_progress();
  if (!folders) return fail_campaign(session, folders.error(), arguments.folder);
  std::uint64_t taken = 0;
  for (const ImportedFolder& folder : *folders) {
    taken += folder.taken;
    if (folder.refused && folders->size() == 1)
      return fail_campaign(session, *folder.refused, arguments.folder);
    if (folder.refused)
      fail_folder(session, *folder.refused, folder.folder.string());
    else
      fmt::print("{}: {} taken over from {}\n", arguments.folder, counted(folder.taken, "result"),
                 folder.folder.string());
  }
  if (folders->size() > 1)
    fmt::print("{}: {} taken over from {} of {} folders\n", arguments.folder, counted(taken, "result"),
               std::ranges::count_if(*folders, [](const ImportedFolder& one) { return !one.refused; }),
               folders->size());
}

void add_folders(CLI::App& command, CampaignArguments& arguments) {
  command
      .add_option("folder", arguments.folders,
                  "The campaign's folder; or several, with a shard of the same campaign each")
      ->required()
      ->type_name("DIR");
}

void add_folder(CLI::App& command, CampaignArguments& arguments) {
  command.add_option("folder", arguments.folder, "The campaign's folder")->required()->type_name("DIR");
}

void add_create(CLI::App& campaign, Session& session, const std::shared_ptr<CampaignArguments>& arguments) {
  CLI::App* create = campaign.add_subcommand("create", "Decide which cosets to do, and what to show of them");
  add_folder(*create, *arguments);
  add_plan_options(*create, arguments->plan);
  create
      ->add_option(
          "--shard", arguments->shard,
          "Of these, only every N-th, from the K-th on, counted from 0: one of N folders that share the "
          "work")
      ->type_name("K/N");
  session.add_tables_flag(*create);
  session.add_threads_flag(*create);
  create->footer(
      "\nRemembers this program and the phase-1 table by their checksums.\n"
      "Shards need nothing of each other: run each where you like, then see them together with status and "
      "report\n"
      "of all folders, or import them into a campaign without --shard.\n"
      "Examples:\n"
      "  halfturn campaign create sample --sample 200 --seed 1\n"
      "  halfturn campaign create first --cosets 0..1000 --prove 20\n"
      "  halfturn campaign create part-3 --cosets all --shard 3/1000");
  create->callback([arguments, &session] { create_campaign(session, *arguments); });
}

void add_run(CLI::App& campaign, Session& session, const std::shared_ptr<CampaignArguments>& arguments) {
  CLI::App* run = campaign.add_subcommand("run", "Work on a campaign until it is done, or Ctrl-C");
  add_folder(*run, *arguments);
  run->add_option("--limit", arguments->limit, "End after N cosets")->type_name("N")->transform(natural());
  run->add_option("--only", arguments->only, "Do the coset with this number alone")
      ->type_name("INDEX")
      ->transform(natural());
  run->add_flag("--retry-failed", arguments->retry_failed,
                "First put cosets that failed, by error or by their bound, back into the queue");
  run->add_flag("--retry-errors", arguments->retry_errors,
                "The same with those alone that could not be worked on");
  run->add_flag("--accept-change", arguments->accept_change,
                "Go on with another program or table than before, and record that");
  session.add_tables_flag(*run);
  session.add_threads_flag(*run);
  session.add_cpu_flag(*run);
  run->footer(
      "\nEvery coset is recorded before the next begins. Any number of runs may share a campaign; what a "
      "killed one\n"
      "was at is taken up by the next. Exit code 1 where a coset failed its bound, or where --only names one "
      "that\n"
      "another run is at; 3 where one could not be worked on.\n"
      "Example: halfturn campaign run sample --threads 4");
  run->callback([arguments, &session] { run_campaign(session, *arguments); });
}

}  // namespace

void add_campaign_command(CLI::App& app, Session& session) {
  CLI::App* campaign =
      app.add_subcommand("campaign", "Prove a bound for many cosets: days of work that survive anything");
  campaign->require_subcommand(1);
  campaign->footer(
      "\nExamples:\n"
      "  halfturn campaign create sample --sample 200 --seed 1\n"
      "  halfturn campaign run sample\n"
      "  halfturn campaign status sample\n"
      "  halfturn campaign report sample\n"
      "  halfturn campaign export sample -o sample.proof.gz\n"
      "  halfturn campaign verify sample.proof.gz");
  const auto arguments = std::make_shared<CampaignArguments>();
  add_create(*campaign, session, arguments);
  add_run(*campaign, session, arguments);

  CLI::App* status = campaign->add_subcommand("status", "What is done, by whom, how fast, and what failed");
  add_folders(*status, *arguments);
  session.add_result_flags(
      *status, {.json = "an object: plan, created, identity, cover_size, cosets, proved, unproved, errors, "
                        "running, abandoned, left, mean_seconds, .., runners, failures, changes",
                .csv = "one row"});
  status->footer(
      "\nExamples:\n"
      "  halfturn campaign status sample\n"
      "  halfturn campaign status shards/*");
  status->callback(
      [arguments, &session] { session.print_to_output([&] { show_status(session, *arguments); }); });

  CLI::App* report = campaign->add_subcommand(
      "report", "The levels of each coset, means, and what the whole cover would cost");
  add_folders(*report, *arguments);
  report->add_flag("--summary", arguments->summary, "Leave out the single cosets");
  session.add_result_flags(*report,
                           {.json = "an object: results (coset, outcome, seconds, levels, ..) and summary",
                            .csv = "a row for each level of each coset"});
  report->footer("\nExample: halfturn campaign report sample --csv > levels.csv");
  report->callback(
      [arguments, &session] { session.print_to_output([&] { show_report(session, *arguments); }); });

  CLI::App* import = campaign->add_subcommand("import", "Take over results of other folders");
  add_folder(*import, *arguments);
  import->add_option("other", arguments->others, "Campaigns with the same parameters")
      ->required()
      ->type_name("OTHER");
  import->add_flag("--accept-change", arguments->accept_change,
                   "Also where the other was made with another program or table");
  import->footer(
      "\nTakes what this campaign asks for and lacks; repeating it does no harm. A folder that cannot be "
      "read or\n"
      "does not belong here is named, and the others are taken (exit code 3).\n"
      "Examples:\n"
      "  halfturn campaign import sample from-another-machine\n"
      "  halfturn campaign import whole shards/*");
  import->callback([arguments, &session] { import_campaign(session, *arguments);
});
add_export_command(*campaign, session);
add_proof_verify_command(*campaign, session);
}  // namespace halfturn::cli

}  // namespace halfturn::cli
