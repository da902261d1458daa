#include "halfturn/campaign_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace halfturn {

void Mean::add(double value) {
  // Welford's way: no large sums that cancel each other.
  ++count_;
  const double difference = value - mean_;
  mean_ += difference / static_cast<double>(count_);
  squares_ += difference * (value - mean_);
}

double Mean::deviation() const {
  return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
}

std::optional<double> Mean::half_width(std::optional<std::uint64_t> population) const {
  if (count_ < 2) return std::nullopt;
  const auto count = static_cast<double>(count_);
  double width = student_quantile(count_ - 1) * deviation() / std::sqrt(count);
  // Of a sample that is everything, nothing is left to chance.
  if (population) width *= std::sqrt(std::max(0.0, 1 - count / static_cast<double>(*population)));
  return width;
}

double student_quantile(std::uint64_t degrees) {
  constexpr std::array<double, 10> kSmall = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                             2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
  if (degrees <= kSmall.size()) return kSmall[std::max<std::uint64_t>(degrees, 1) - 1];
  // The expansion by powers of 1 / degrees about the normal distribution's quantile; here its error is below
  // 0.0002.
  constexpr double kNormal = 1.959964;
  const double z2 = kNormal * kNormal;
  const auto n = static_cast<double>(degrees);
  return kNormal * (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
                    (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n));
}

void CampaignSummary::add(const CosetRecord& record) {
  if (record.outcome == CosetOutcome::error) {
    ++errors_;
    return;
  }
  ++(record.outcome == CosetOutcome::proved ? proved_ : unproved_);
  machine_seconds_.add(record.machine_seconds());
  settings_.insert(fmt::format("{} {} {:x}", record.host, record.threads, record.identity.program_checksum));
  for (const CosetLevel& level : record.levels) {
    Level& all = levels_[level.depth];
    all.probes.add(static_cast<double>(level.probes));
    if (level.fresh) all.fresh.add(static_cast<double>(*level.fresh));
    if (level.total) all.total.add(static_cast<double>(*level.total));
    all.search_seconds.add(level.search_seconds);
    all.prepass_seconds.add(level.prepass_seconds);
    all.inexact += level.exact ? 0u : 1u;
  }
}

std::optional<CampaignSummary::Estimate> CampaignSummary::estimate() const {
  if (machine_seconds_.count() == 0) return std::nullopt;
  const auto cosets = static_cast<double>(cover_size_);
  Estimate estimate{cosets * machine_seconds_.mean(), std::nullopt};
  if (const std::optional<double> half = machine_seconds_.half_width(cover_size_))
    estimate.half_width = cosets * *half;
  return estimate;
}

}  // namespace halfturn
