// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>

namespace gpufft::program {

// `gpufft image IN OUT`: a picture through a transform in two dimensions, a filter and back.
void add_image_command(CLI::App& app);

}  // namespace gpufft::program
