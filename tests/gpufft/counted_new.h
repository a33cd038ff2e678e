// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// The number of allocations of this program so far.
std::size_t allocations();

// The number of freed allocations that were written to before their first or after their last byte.
std::size_t damaged_allocations();
