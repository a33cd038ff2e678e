// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/store/level_writer.h"
#include "daemon/store/store_reader.h"

namespace spectrumd {

// Makes the rows of a level that a crash or a stop has kept it from writing: merges those that the next finer level has
// after its last. Doing it twice adds nothing. Blocks on the disk; throws DatabaseError.
void rebuild_from_finer(const StoreReader& reader, std::size_t level, LevelWriter& writer);

}  // namespace spectrumd
