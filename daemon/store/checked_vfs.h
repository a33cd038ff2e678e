// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace spectrumd {

// Files of the history have pages of this size, which SQLite uses but for the last bytes: those hold a CRC-32 of the
// rest and of the page's number. Small pages, because a tile of 4 KiB leaves half a page empty.
constexpr std::size_t kPageBytes = 1024;
constexpr std::size_t kPageCheckBytes = 4;

// Returns the name of a VFS of SQLite that writes these checksums and verifies them. A page with one flipped bit is
// corrected while it is read. One with more is left as it is: rows have checksums besides, and a page that another
// program has written, which needs no such VFS, has none that is right. `base` is the VFS below, null for the default.
// Any thread; registers itself once for each base.
const char* checked_vfs(const char* base = nullptr);

// Verifies one page and corrects it if a single bit is wrong.
enum class PageState { Good, Corrected, Damaged };
PageState check_page(std::span<std::byte, kPageBytes> page, std::uint32_t number);

}  // namespace spectrumd
