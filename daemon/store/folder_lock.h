// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "mailbox/descriptor.h"

namespace spectrumd {

// A file that says that a process writes to its folder, which is created if it is missing. The system releases the lock
// when the descriptor is closed or the process ends, however that happens. Nullopt while another holds it. Throws
// DatabaseError; does not wait.
std::optional<mailbox::Descriptor> try_lock(const std::filesystem::path& file);

}  // namespace spectrumd
