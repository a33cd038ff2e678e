// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/assembler/packing.h"

namespace qpu::assembly {

// A load immediate or a semaphore: one value for up to two destinations.
Packed pack_load(const Part& part);

}  // namespace qpu::assembly
