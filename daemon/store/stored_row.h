// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "daemon/store/frame.h"
#include "daemon/store/frame_maker.h"

namespace spectrumd {

// Levels of one byte as they are in memory; what has no data has none.
std::vector<Centibel> levels_from(std::span<const std::uint8_t> stored, double base_db);

// A row as memory would have it, of what is stored: without the minimum.
RowPtr row_from(const FrameHead& head, const RowNote& note, std::span<const std::uint8_t> mean,
                std::span<const std::uint8_t> max);

RowFacts facts_from(const FrameHead& head, const RowNote& note);
RowSetting setting_of(const FrameHead& head);

}  // namespace spectrumd
