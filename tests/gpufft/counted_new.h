// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// How often this program has asked for memory so far.
std::size_t allocations();

// Of what has been given back so far: how much was written before its first byte or behind its last one.
std::size_t damaged_allocations();
