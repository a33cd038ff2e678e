// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>

namespace gpufft::program {

// `gpufft backends`: what there is, why not, and what "auto" takes for a spectrum.
void add_backends_command(CLI::App& app);

}  // namespace gpufft::program
