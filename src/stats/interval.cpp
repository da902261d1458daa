// 95 % confidence intervals, which say how far chance may have moved a number.

#include <algorithm>
#include <array>
#include <cmath>

#include "halfturn/stats.h"

namespace halfturn::stats {

namespace {

/// The normal distribution has 95 % within so many standard deviations.
constexpr double kNormalFactor = 1.959963985;

/// By degrees of freedom, from 1 to 30.
constexpr auto kStudentFactors = std::to_array<double>(
    {12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
     2.200985,  2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
     2.079614,  2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272});

}  // namespace

double student_factor(double degrees_of_freedom) {
  const double degrees = std::max(degrees_of_freedom, 1.0);
  if (degrees < static_cast<double>(kStudentFactors.size())) {
    // Welch's degrees are no whole numbers. The logarithms of the factors are nearly on a line in 1 /
    // degrees.
    const auto below = static_cast<std::size_t>(degrees);
    const double first = kStudentFactors[below - 1];
    const double second = kStudentFactors[below];
    const double from = 1 / static_cast<double>(below);
    const double to = 1 / static_cast<double>(below + 1);
    return first * std::pow(second / first, (from - 1 / degrees) / (from - to));
  }
  // The beginning of the series of Cornish and Fisher, right to five decimals from 30 on.
  const double z = kNormalFactor;
  return z + (std::pow(z, 3) + z) / (4 * degrees) +
         (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * degrees * degrees);
}

Interval share_interval(std::uint64_t part, std::uint64_t all) {
  if (all == 0) return {0, 1};
  const auto n = static_cast<double>(all);
  const double share = static_cast<double>(part) / n;
  const double squared = kNormalFactor * kNormalFactor;
  const double middle = (share + squared / (2 * n)) / (1 + squared / n);
  const double half =
      kNormalFactor / (1 + squared / n) * std::sqrt(share * (1 - share) / n + squared / (4 * n * n));
  // At the ends it is exact, but for rounding.
  return {part == 0 ? 0 : std::max(0.0, middle - half), part == all ? 1 : std::min(1.0, middle + half)};
}

std::optional<Interval> Distribution::mean_interval() const {
  const std::uint64_t all = count();
  if (all < 2) return std::nullopt;
  const double half = student_factor(static_cast<double>(all - 1)) * standard_error();
  return Interval{mean() - half, mean() + half};
}

MeanDifference difference_of(const Distribution& first, const Distribution& second) {
  MeanDifference result{second.mean() - first.mean(),
                        std::hypot(first.standard_error(), second.standard_error())};
  if (first.count() < 2 || second.count() < 2) return result;
  // Welch's degrees of freedom: the variances of the two need not be equal.
  const double a = std::pow(first.standard_error(), 2);
  const double b = std::pow(second.standard_error(), 2);
  const double parts =
      a * a / static_cast<double>(first.count() - 1) + b * b / static_cast<double>(second.count() - 1);
  const double half = parts > 0 ? student_factor((a + b) * (a + b) / parts) * result.standard_error : 0;
  result.interval = Interval{result.difference - half, result.difference + half};
  return result;
}

}  // namespace halfturn::stats
