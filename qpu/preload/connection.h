// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "qpu/preload/wire.h"

namespace qpu::preload {

// The session's directory, or nullptr outside a session.
const char* session();

// Asks the server and waits. Words are sent and overwritten by those of the reply. May be called by any thread, in
// signal handlers too, and after fork; connects as needed. A server that is gone is the error EIO.
Reply ask(Operation operation, std::uint32_t first = 0, std::uint32_t second = 0, std::span<std::uint32_t> words = {});

const Facts& facts();

}  // namespace qpu::preload
