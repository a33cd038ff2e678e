// SPDX-License-Identifier: MIT
#include "daemon/watch/floor.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "daemon/watch/noise.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostPieces = 32, kLeastPieceBins = 64;
constexpr double kUnknown = -1000;

// The least, or the greatest, of each piece and its neighbours.
template <class Choose>
void spread(const std::vector<double>& pieces, std::size_t reach, std::vector<double>& result, Choose choose) {
  result.resize(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto first = pieces.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, reach));
    const auto last = pieces.begin() + static_cast<std::ptrdiff_t>(std::min(i + reach + 1, pieces.size()));
    result[i] = std::accumulate(first, last, *first, choose);
  }
}

}  // namespace

std::optional<Decibels> FloorMeter::floor(std::span<const Centibel> levels, std::size_t ffts) {
  if (ffts != ffts_) correction_db_ = 10 * std::log10(lowest_fifth(ffts));
  ffts_ = ffts;
  sorted_.clear();
  std::ranges::copy_if(levels, std::back_inserter(sorted_), [](Centibel level) { return level != kNoLevel; });
  if (sorted_.empty()) return std::nullopt;
  const auto fifth = std::max<std::ptrdiff_t>(std::ssize(sorted_) / 5, 1);
  std::nth_element(sorted_.begin(), sorted_.begin() + fifth - 1, sorted_.end());
  double power = 0;
  for (auto level = sorted_.begin(); level != sorted_.begin() + fifth; ++level) power += power_of(*level);
  return Decibels{10 * std::log10(power / static_cast<double>(fifth)) - correction_db_};
}

std::span<const Centibel> FloorMeter::everywhere(std::span<const Centibel> levels, std::size_t ffts) {
  const std::size_t count = std::clamp<std::size_t>(levels.size() / kLeastPieceBins, 1, kMostPieces);
  pieces_.assign(count, kUnknown);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i * levels.size() / count, last = (i + 1) * levels.size() / count;
    if (const auto piece = floor(levels.subspan(first, last - first), ffts)) pieces_[i] = piece->value;
  }
  open_pieces();
  draw(levels.size());
  return floor_;
}

// An opening: hills narrower than it are cut off, slopes and plateaus stay. Pieces without data do not lower the rest.
void FloorMeter::open_pieces() {
  const std::size_t reach = std::max<std::size_t>(pieces_.size() / 10, pieces_.size() > 2 ? 1 : 0);
  for (double& piece : pieces_)
    if (piece == kUnknown) piece = -kUnknown;
  spread(pieces_, reach, eroded_, [](double a, double b) { return std::min(a, b); });
  for (double& piece : eroded_)
    if (piece == -kUnknown) piece = kUnknown;
  spread(eroded_, reach, pieces_, [](double a, double b) { return std::max(a, b); });
}

// Straight lines from the middle of one piece to that of the next.
void FloorMeter::draw(std::size_t bins) {
  floor_.resize(bins);
  const double per_bin = static_cast<double>(pieces_.size()) / static_cast<double>(bins);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double place =
        std::clamp((static_cast<double>(bin) + 0.5) * per_bin - 0.5, 0.0, static_cast<double>(pieces_.size() - 1));
    const auto left = static_cast<std::size_t>(place);
    const std::size_t right = std::min(left + 1, pieces_.size() - 1);
    const double level = std::lerp(pieces_[left], pieces_[right], place - static_cast<double>(left));
    floor_[bin] = level <= kUnknown / 2 ? kNoLevel : static_cast<Centibel>(std::lround(level * kCentibels));
  }
}

}  // namespace spectrumd
