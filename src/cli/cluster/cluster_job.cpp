#include "cli/cluster/cluster_job.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/output_file.h"
#include "front/json.h"

namespace halfturn::cli {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormat = 1;
constexpr std::uint64_t kMostTasks = 1'000'000;

Json json_of(const ClusterIdentity& identity) {
  Json tables = Json::object();
  for (const auto& [name, checksum] : identity.tables) tables[name] = checksum;
  return {{"program_version", identity.program_version},
          {"program_checksum", identity.program_checksum},
          {"tables", tables},
          {"input", identity.input}};
}

ClusterIdentity identity_in(const Json& json) {
  ClusterIdentity identity{json.at("program_version"), json.at("program_checksum"), {}};
  for (const auto& [name, checksum] : json.at("tables").items()) identity.tables[name] = checksum;
  identity.input = json.at("input");
  return identity;
}

std::optional<std::string> text_in(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Error cannot_use(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::damaged, fmt::format("cannot use {}: {}", file.string(), why),
          "put back a copy, or submit anew into another folder"};
}

}  // namespace

std::string_view to_string(ClusterWork work) {
  switch (work) {
    case ClusterWork::campaign:
      return "campaign";
    case ClusterWork::analyze:
      return "analyze";
    case ClusterWork::solve:
      return "solve";
  }
  return "";
}

std::string ClusterIdentity::text() const {
  std::string text = fmt::format("halfturn {} ({})", program_version, program_checksum);
  for (const auto& [name, checksum] : tables) text += fmt::format(", {} {}", name, checksum);
  if (!input.empty()) text += ", input " + input;
  return text;
}

bool ClusterIdentity::goes_on_with(const ClusterIdentity& submitted) const {
  if (program_version != submitted.program_version || program_checksum != submitted.program_checksum ||
      input != submitted.input)
    return false;
  return std::ranges::all_of(submitted.tables, [&](const auto& table) {
    const auto here = tables.find(table.first);
    return here != tables.end() && here->second == table.second;
  });
}

Result<ClusterJob> ClusterJob::read(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "job.json";
  const std::optional<std::string> text = text_in(file);
  if (!text)
    return Error{ErrorKind::bad_input, fmt::format("there is no work for a cluster in {}", folder.string()),
                 "make some with: halfturn cluster submit"};
  try {
    const Json json = Json::parse(*text);
    if (json.at("format") != kFormat) return cannot_use(file, "another version of halfturn has written it");
    ClusterJob job;
    job.folder = std::filesystem::absolute(folder);
    const std::string work = json.at("work");
    bool known = false;
    for (const ClusterWork one : {ClusterWork::campaign, ClusterWork::analyze, ClusterWork::solve}) {
      if (to_string(one) != work) continue;
      job.work = one;
      known = true;
    }
    if (!known) return cannot_use(file, fmt::format("there is no work '{}'", work));
    if (!json.at("shards").is_number_unsigned() || json.at("shards") == 0 || json.at("shards") > kMostTasks)
      return cannot_use(file, fmt::format("shards should be a number from 1 to {}", kMostTasks));
    job.shards = json.at("shards");
    job.words = json.at("words").get<std::vector<std::string>>();
    job.started_in = json.at("started_in").get<std::string>();
    job.output = json.at("output").get<std::string>();
    job.program = json.at("program").get<std::string>();
    job.tables = json.at("tables").get<std::string>();
    job.local_tables = json.at("local_tables").get<std::string>();
    job.at_once = json.at("at_once");
    job.identity = identity_in(json.at("identity"));
    for (const Json& one : json.at("submissions"))
      job.submissions.push_back(
          {one.at("array_job"), one.at("merge_job"), one.at("shards"), one.at("time").get<std::int64_t>()});
    return job;
  } catch (const nlohmann::json::exception& problem) {
    return cannot_use(file, problem.what());
  }
}

Result<void> ClusterJob::write() const {
  Json sent = Json::array();
  for (const Submission& one : submissions)
    sent.push_back({{"array_job", one.array_job},
                    {"merge_job", one.merge_job},
                    {"shards", one.shards},
                    {"time", one.time}});
  const Json json = {{"format", kFormat},
                     {"work", to_string(work)},
                     {"shards", shards},
                     {"words", words},
                     {"started_in", started_in.string()},
                     {"output", output.string()},
                     {"program", program.string()},
                     {"tables", tables.string()},
                     {"local_tables", local_tables.string()},
                     {"at_once", at_once},
                     {"identity", json_of(identity)},
                     {"submissions", sent}};
  const std::string text = json_text(json, 2);
  if (text.find("\xEF\xBF\xBD") != std::string::npos)  // what bytes that are not UTF-8 become
    return Error{ErrorKind::bad_input, "a name or an argument is not UTF-8, which job.json needs",
                 "use another name"};
  return write_file(folder / "job.json", text + "\n", {});
}

std::string ClusterJob::shard_name(std::uint64_t index) const {
  return fmt::format("{:0{}}", index, std::to_string(shards - 1).size());
}

std::filesystem::path ClusterJob::log(std::uint64_t index) const {
  // By the scheduler, which writes numbers without zeros.
  return folder / "logs" / (std::to_string(index) + ".log");
}

std::filesystem::path ClusterJob::shard(std::uint64_t index) const {
  std::string name = shard_name(index);
  if (work != ClusterWork::campaign) name += output.extension().string();
  return shards_folder() / name;
}

std::filesystem::path ClusterJob::done_mark(std::uint64_t index) const {
  return shards_folder() / (shard_name(index) + ".done");
}

Result<std::optional<ShardMark>> ShardMark::read(const std::filesystem::path& file) {
  const std::optional<std::string> text = text_in(file);
  if (!text) return std::optional<ShardMark>();
  try {
    const Json json = Json::parse(*text);
    return std::optional(
        ShardMark{json.at("exit_code"), json.at("bytes"), json.at("host"), identity_in(json.at("identity"))});
  } catch (const nlohmann::json::exception& problem) {
    return cannot_use(file, problem.what());
  }
}

Result<void> ShardMark::write(const std::filesystem::path& file) const {
  const Json json = {
      {"exit_code", exit_code}, {"bytes", bytes}, {"host", host}, {"identity", json_of(identity)}};
  return write_file(file, json_text(json, 2) + "\n", {});
}

std::string ranges_of(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += last == i ? std::to_string(numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace halfturn::cli
