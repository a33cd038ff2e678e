// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/preload/access.h"
#include "qpu/preload/trapped_context.h"

namespace qpu::preload {

// Applies to V3D's registers what the instruction would have done to memory, and continues behind it.
void perform(const Access& access, std::uint32_t offset, TrappedContext context);

}  // namespace qpu::preload
