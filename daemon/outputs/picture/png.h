// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "daemon/outputs/picture/palette.h"
#include "daemon/outputs/picture/sheet.h"

namespace spectrumd {

// Gets a file piece by piece; may throw.
using ByteSink = std::function<void(std::string_view bytes)>;

// Encodes line by line, so that no second copy of the picture is needed. The same picture gives the same bytes.
void write_png(const Sheet& sheet, std::span<const Colour> colours, const ByteSink& sink);

}  // namespace spectrumd
