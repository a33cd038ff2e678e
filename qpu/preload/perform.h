// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/preload/access.h"
#include "qpu/preload/trapped_context.h"

namespace qpu::preload {

// Does to V3D's registers what the instruction would have done to memory, and goes on behind it.
void perform(const Access& access, std::uint32_t offset, TrappedContext context);

}  // namespace qpu::preload
