// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpufft::program {

// A line of results, at once: what makes them takes its time, and readers want each line when it is there.
void show(const std::string& line);

}  // namespace gpufft::program
