// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>

namespace gpufft::program {

// gpufft radar: targets found in the echoes of a scene that is known.
void add_radar_command(CLI::App& app);

}  // namespace gpufft::program
