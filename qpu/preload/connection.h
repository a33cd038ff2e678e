// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "qpu/preload/wire.h"

namespace qpu::preload {

// The session's directory, or nullptr outside a session.
const char* session();

// Sends a request to the server and blocks for the reply, which overwrites the words. May be called by any thread, in
// signal handlers too, and after fork; connects as needed. EIO if the server is gone.
Reply ask(Operation operation, std::uint32_t first = 0, std::uint32_t second = 0, std::span<std::uint32_t> words = {});

// The same for requests whose reply may come with a descriptor: it, closed on exec, or -1.
struct ReplyWithDescriptor {
  Reply reply;
  int descriptor;
};
ReplyWithDescriptor ask_for_descriptor(Operation operation, std::uint32_t first, std::span<std::uint32_t> words);

const Facts& facts();

}  // namespace qpu::preload
