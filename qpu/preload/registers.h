// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/preload/connection.h"

namespace qpu::preload {

// V3D's registers by their offset in the page, as a bus access of the ARM sees them.
inline std::uint32_t read_register(std::uint32_t offset) { return ask(Operation::ReadRegister, offset).value; }
inline void write_register(std::uint32_t offset, std::uint32_t value) { ask(Operation::WriteRegister, offset, value); }

}  // namespace qpu::preload
