// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace spectrumd {

// What a book contains, for a program that is not the one that uses it.
struct BookGlance {
  std::size_t rules = 0;
  std::size_t mailing = 0;  // rules that send mail
};

// Changes nothing, and may run next to the daemon. Throws DatabaseError; blocks on the disk.
BookGlance glance_at(const std::filesystem::path& file);

}  // namespace spectrumd
