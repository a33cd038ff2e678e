// SPDX-License-Identifier: MIT
#include "daemon/store/stored_row.h"

#include <cmath>

namespace spectrumd {

std::vector<Centibel> levels_from(std::span<const std::uint8_t> stored, double base_db) {
  constexpr int kStep = static_cast<int>(kLevelStepDb * kCentibels);
  const int base = static_cast<int>(std::lround(base_db * kCentibels)) - kStep;
  std::vector<Centibel> levels(stored.size());
  for (std::size_t i = 0; i < stored.size(); ++i)
    levels[i] = stored[i] == 0 ? kNoLevel : static_cast<Centibel>(base + kStep * stored[i]);
  return levels;
}

RowFacts facts_from(const FrameHead& head, const RowNote& note) {
  return {.sequence = note.sequence,
          .time = head.begin() + note.offset,
          .duration = note.duration,
          .epoch = head.epoch,
          .center = head.center,
          .span = head.span,
          .generation = head.generation,
          .ffts = note.ffts,
          .coverage = note.coverage / 1e4,
          .clipped = note.clipped / 1e4,
          .flags = note.flags};
}

RowSetting setting_of(const FrameHead& head) {
  return {.gain = head.gain, .rbw_hz = head.rbw_hz, .base_db = head.base_db, .epoch = head.epoch};
}

// The mean that is stored is the strongest of the bins that were pooled, if any.
RowPtr row_from(const FrameHead& head, const RowNote& note, std::span<const std::uint8_t> mean,
                std::span<const std::uint8_t> max) {
  auto row = std::make_shared<Row>();
  static_cast<RowFacts&>(*row) = facts_from(head, note);
  row->levels = {Pyramid(Pool::Mean, levels_from(mean, head.base_db)),
                 Pyramid(Pool::Max, levels_from(max, head.base_db)),
                 Pyramid(Pool::Min, std::vector<Centibel>(mean.size(), kNoLevel))};
  return row;
}

}  // namespace spectrumd
