#include "api/fields.h"
#include "api/paths/paths.h"
#include "halfturn/stats_pictures.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostDrawn = 6;  // more cannot be told apart
constexpr std::size_t kLongestName = 200;

[[noreturn]] void refuse_distributions() {
  throw Refusal{400,
                {ErrorKind::bad_input, "the member \"distributions\" is not as it should be",
                 "a list of 1 to 6 objects with \"name\" and \"counts\", perhaps \"exact\"; counts are whole "
                 "numbers by number of "
                 "moves, 64 at most"},
                {},
                {{"member", "distributions"}}};
}

stats::Distribution counts_in(const Json& object, const char* name) {
  stats::Distribution distribution;
  const auto counts = object.find(name);
  if (counts == object.end() || counts->is_null()) return distribution;
  if (!counts->is_array() || counts->size() > stats::kMostMoves + 1) refuse_distributions();
  int moves = 0;
  for (const Json& count : *counts) {
    if (!count.is_number_unsigned()) refuse_distributions();
    distribution.add(moves++, count.get<std::uint64_t>());
  }
  return distribution;
}

stats::NamedDistribution distribution_in(const Json& object) {
  const auto name = object.find("name");
  if (name == object.end() || !name->is_string() || name->get_ref<const std::string&>().size() > kLongestName)
    refuse_distributions();
  stats::NamedDistribution named{name->get<std::string>(), counts_in(object, "counts"),
                                 counts_in(object, "exact")};
  if (named.distribution.empty()) refuse_distributions();
  return named;
}

}  // namespace

std::optional<LongWork> figure(Desk& /*desk*/, Exchange& exchange) {
  const Fields fields(exchange.request(),
                      {"title", "subtitle", "source", "distributions", "log", "cumulative"});
  const stats::Caption caption{.title = fields.text("title", "").substr(0, kLongestName),
                               .subtitle = fields.text("subtitle", "").substr(0, kLongestName),
                               .source = fields.text("source", "").substr(0, kLongestName)};
  const Json* objects = fields.objects("distributions", kMostDrawn);
  if (objects == nullptr || objects->empty()) refuse_distributions();
  std::vector<stats::NamedDistribution> distributions;
  for (const Json& object : *objects) distributions.push_back(distribution_in(object));
  stats::PictureOptions options;
  if (fields.flag("log")) options.scale = stats::Scale::logarithmic;
  options.cumulative = fields.flag("cumulative");
  exchange.reply(json_response({{"svg", stats::draw_distributions(caption, distributions, options)}}));
  return std::nullopt;
}

}  // namespace halfturn::api
