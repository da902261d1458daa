#include "halfturn/campaign_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace halfturn {

void Mean::add(double value) {
  if (count_++ == 0) first_ = value;
  const double difference = value - first_;
  sum_ += difference;
  squares_ += difference * difference;
}

void Mean::add(const Mean& others) {
  if (others.count_ == 0) return;
  if (count_ == 0) first_ = others.first_;
  // Their differences from this first number instead of theirs.
  const double shift = others.first_ - first_;
  const auto count = static_cast<double>(others.count_);
  squares_ += others.squares_ + 2 * shift * others.sum_ + count * shift * shift;
  sum_ += others.sum_ + count * shift;
  count_ += others.count_;
}

double Mean::squares_from_mean() const {
  return std::max(0.0, squares_ - sum_ * sum_ / static_cast<double>(count_));
}

double Mean::deviation() const {
  return count_ < 2 ? 0 : std::sqrt(squares_from_mean() / static_cast<double>(count_ - 1));
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
  const std::uint64_t program = record.identity.program_checksum;
  if (settings_.empty() || host_ != record.host || threads_ != record.threads || program_ != program) {
    host_ = record.host;
    threads_ = record.threads;
    program_ = program;
    settings_.insert(fmt::format("{} {} {:x}", host_, threads_, program_));
  }
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

void CampaignSummary::add(const CampaignSummary& part) {
  proved_ += part.proved_;
  unproved_ += part.unproved_;
  errors_ += part.errors_;
  machine_seconds_.add(part.machine_seconds_);
  settings_.insert(part.settings_.begin(), part.settings_.end());
  for (const auto& [depth, level] : part.levels_) {
    Level& all = levels_[depth];
    all.probes.add(level.probes);
    all.fresh.add(level.fresh);
    all.total.add(level.total);
    all.search_seconds.add(level.search_seconds);
    all.prepass_seconds.add(level.prepass_seconds);
    all.inexact += level.inexact;
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
