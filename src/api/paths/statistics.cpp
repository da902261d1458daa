#include "front/statistics.h"

#include <algorithm>

#include "api/fields.h"
#include "api/paths/list_analysis.h"
#include "api/paths/paths.h"
#include "base/text.h"
#include "halfturn/distribution.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kReadPiece = std::size_t{1} << 16;
constexpr std::size_t kMostBadRows = 20;

/// Whether a file that begins so has the lengths of stages, as `halfturn analyze` writes them, and not
/// scrambles.
bool has_lengths(std::string_view beginning) {
  const std::string_view first = beginning.substr(0, beginning.find('\n'));
  return first.find("_z0") != std::string_view::npos && first.find(',') != std::string_view::npos;
}

bool is_set(const Request& request, const std::string& name) {
  const std::string value = request.parameter(name).value_or("");
  return !value.empty() && value != "0" && value != "false";
}

/// At most 200 bytes, and no part of a character at the end.
std::string shortened(std::string text) {
  constexpr std::size_t kMost = 200;
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text;
}

/// The statistics of one file, while they are made.
class Reading {
 public:
  Reading(Job& job, Desk& desk, std::vector<Stage> stages)
      : job_(job),
        desk_(desk),
        stages_(std::move(stages)),
        reader_(statistics_, [this](const Error& error) { add_problem(error); }) {}

  void read(const UploadedFile& upload) {
    FileInput input(upload.file.get(), "the file", job_.stop());
    std::string beginning(kReadPiece, '\0');
    beginning.resize(value_or_refuse(input.read(beginning)));
    ::lseek(upload.file.get(), 0, SEEK_SET);
    is_list_ = !has_lengths(beginning);
    if (is_list_)
      read_scrambles(input, upload.bytes);
    else
      read_lengths(input, upload.bytes);
    value_or_refuse(reader_.finish());
  }

  const stats::Statistics& statistics() const { return statistics_; }
  bool is_list() const { return is_list_; }
  const std::map<std::string, std::uint64_t>& skipped() const { return skipped_; }
  std::uint64_t bad_rows() const { return statistics_.bad_rows + bad_scrambles_; }
  Json problems() const {
    Json list = Json::array();
    for (const Error& error : problems_) list.push_back(error_json(refusal_of(error))["error"]);
    return list;
  }

 private:
  void add_problem(const Error& error) {
    if (problems_.size() < kMostBadRows) problems_.push_back(error);
  }

  void tell(std::uint64_t rows, std::uint64_t bytes, std::uint64_t all) {
    job_.send_progress(
        {{"rows", rows},
         {"fraction", all == 0 ? Json(nullptr) : Json(static_cast<double>(bytes) / static_cast<double>(all))},
         {"seconds", job_.seconds()}});
  }

  void read_lengths(ByteInput& input, std::uint64_t all) {
    std::string piece(kReadPiece, '\0');
    std::uint64_t bytes = 0;
    while (true) {
      const std::size_t got = value_or_refuse(input.read(piece));
      if (got == 0) return;
      value_or_refuse(reader_.feed({piece.data(), got}));
      bytes += got;
      tell(statistics_.rows, bytes, all);
    }
  }

  void read_scrambles(ByteInput& input, std::uint64_t all) {
    const std::shared_ptr<const Analyzer> analyzer = desk_.engines.analyzer(stages_);
    ListAnalysis list(*analyzer, stages_, ViewSet::all());
    value_or_refuse(list.open(input));
    value_or_refuse(reader_.feed(list.header()));
    while (true) {
      const bool more = value_or_refuse(
          list.next({.threads = desk_.threads(), .stop = job_.stop(), .progress = {}},
                    [this](const std::string& rows) { value_or_refuse(reader_.feed(rows)); }));
      if (!more || job_.stop().stop_requested()) break;
      tell(list.rows(), list.bytes(), all);
    }
    problems_ = list.problems();
    bad_scrambles_ = list.bad_rows();
    skipped_ = list.skipped();
  }

  Job& job_;
  Desk& desk_;
  std::vector<Stage> stages_;
  stats::Statistics statistics_;
  std::vector<Error> problems_;
  std::map<std::string, std::uint64_t> skipped_;
  std::uint64_t bad_scrambles_ = 0;
  bool is_list_ = false;
  stats::Reader reader_;
};

}  // namespace

std::optional<LongWork> statistics(Desk& desk, Exchange& exchange) {
  const Request& request = exchange.request();
  if (!request.upload)
    throw Refusal{400,
                  {ErrorKind::bad_input, "there is no file in the body of the request",
                   "a CSV of stages, or a list of scrambles"}};
  const std::vector<Stage> stages = stages_of_query(request, {stage_named("cross"), stage_named("xcross")});
  const std::string name = shortened(base::printable(request.parameter("name").value_or("the file")));
  return [&desk, stages, name](Job& job) {
    const Request& asked = job.request();
    Reading reading(job, desk, stages);
    reading.read(*asked.upload);
    const stats::Statistics& statistics = reading.statistics();
    if (job.stop().stop_requested())
      throw Refusal{409, {ErrorKind::stopped, "stopped before all rows were read", {}}};
    if (statistics.rows == 0 && statistics.bad_rows == 0)
      throw Refusal{400, {ErrorKind::bad_input, "there are no rows in the file", {}}};
    stats::PictureOptions options{
        .title = {},
        .scale = is_set(asked, "log") ? stats::Scale::logarithmic : stats::Scale::linear,
        .cumulative = is_set(asked, "cumulative"),
        .exact = {}};
    if (is_set(asked, "exact")) {
      desk.engines.need_stage_tables({});
      options.exact = value_or_refuse(exact_distributions_of(
                                          statistics, desk.engines.store(),
                                          {.threads = desk.threads(), .stop = job.stop(), .progress = {}}))
                          .known;
    }
    Json figures = Json::array();
    for (const stats::Figure& figure : stats::draw_statistics(statistics, name, options))
      figures.push_back({{"name", figure.name}, {"svg", figure.svg}});
    Json skipped = Json::object();
    for (const auto& [event, rows] : reading.skipped()) skipped[event.empty() ? "others" : event] = rows;
    job.done({{"name", name},
              {"kind", reading.is_list() ? "scrambles" : "lengths"},
              {"rows", statistics.rows},
              {"error_rows", statistics.error_rows},
              {"bad_rows", reading.bad_rows()},
              {"problems", reading.problems()},
              {"skipped", skipped},
              {"statistics", statistics_json(statistics, options.exact)},
              {"figures", figures}});
  };
}

std::optional<LongWork> distribution(Desk& desk, Exchange& exchange) {
  const Request& request = exchange.request();
  const std::string stage = base::in_lower_case(request.parameter("stage").value_or(""));
  if (stage.empty())
    throw Refusal{
        400, {ErrorKind::bad_input, "the address lacks a stage", "as in distribution?stage=cross&colours=W"}};
  const std::string letters = request.parameter("colours").value_or("");
  const ViewSet views =
      letters.empty() ? ViewSet() : value_or_refuse(parse_views(letters, ViewLetters::colours_or_faces));
  return [&desk, stage, views](Job& job) {
    const std::optional<Stage> known = stage_of_name(stage);
    if (known) desk.engines.need_stage_tables({*known});
    const std::vector<StageDistribution> found = value_or_refuse(exact_distributions(
        desk.engines.store(), stage, views, {.threads = desk.threads(), .stop = job.stop(), .progress = {}}));
    job.done(distributions_json(found));
  };
}

}  // namespace halfturn::api
