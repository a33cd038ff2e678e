// SPDX-License-Identifier: MIT
#include "daemon/store/checked_vfs.h"

#include <sqlite3.h>
#include <zlib.h>

#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace spectrumd {
namespace {

constexpr std::size_t kContent = kPageBytes - kPageCheckBytes;
constexpr std::size_t kPageSizeAt = 16, kReservedAt = 20;  // in the header of a database

std::uint32_t checksum_of(const std::byte* page, std::uint32_t number) {
  const auto* bytes = reinterpret_cast<const Bytef*>(page);
  const uLong crc = crc32(0, bytes, kContent);
  return static_cast<std::uint32_t>(crc32(crc, reinterpret_cast<const Bytef*>(&number), sizeof number));
}

std::uint32_t stored_in(const std::byte* page) {
  std::uint32_t stored = 0;
  std::memcpy(&stored, page + kContent, sizeof stored);
  return stored;
}

// How a CRC changes by a zero byte behind what has been read: crc32 is linear, so a flipped bit changes it always in
// the same way.
std::uint32_t after_zero(std::uint32_t change) {
  const z_crc_t* table = get_crc_table();
  return (change >> 8) ^ static_cast<std::uint32_t>(table[change & 0xff]);
}

// Finds the only bit whose change explains the difference of the checksums.
bool correct_bit(std::span<std::byte> page, std::uint32_t difference) {
  if (std::popcount(difference) == 1) return true;  // of the checksum
  std::array<std::uint32_t, 8> changes{};           // by each bit of the byte looked at
  for (std::size_t bit = 0; bit < 8; ++bit) {
    changes.at(bit) = static_cast<std::uint32_t>(get_crc_table()[std::size_t{1} << bit]);
    for (std::size_t i = 0; i < sizeof(std::uint32_t); ++i) changes.at(bit) = after_zero(changes.at(bit));
  }
  for (std::size_t at = kContent; at-- > 0;)
    for (std::size_t bit = 0; bit < 8; ++bit) {
      if (changes.at(bit) == difference) {
        page[at] ^= std::byte{1} << bit;
        return true;
      }
      changes.at(bit) = after_zero(changes.at(bit));
    }
  return false;
}

// An open file: SQLite allocates room for it and, behind it, for that of the VFS below.
struct CheckedFile {
  sqlite3_file base;
  bool checked;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* real_of(sqlite3_file* file) { return reinterpret_cast<CheckedFile*>(file)->real(); }
const sqlite3_io_methods& methods_of(sqlite3_file* file) { return *real_of(file)->pMethods; }

bool is_page(sqlite3_file* file, int bytes, sqlite3_int64 offset) {
  return reinterpret_cast<CheckedFile*>(file)->checked && bytes == static_cast<int>(kPageBytes) &&
         offset % static_cast<sqlite3_int64>(kPageBytes) == 0;
}

std::uint32_t number_of(sqlite3_int64 offset) {
  return static_cast<std::uint32_t>(offset / static_cast<sqlite3_int64>(kPageBytes)) + 1;
}

int close_file(sqlite3_file* file) { return methods_of(file).xClose(real_of(file)); }

// The header is also read by itself.
void correct_header(sqlite3_file* file, void* target, int bytes, sqlite3_int64 offset) {
  std::array<std::byte, kPageBytes> page;
  if (offset + bytes > static_cast<sqlite3_int64>(kPageBytes)) return;
  if (methods_of(file).xRead(real_of(file), page.data(), kPageBytes, 0) != SQLITE_OK) return;
  if (check_page(page, 1) == PageState::Corrected)
    std::memcpy(target, page.data() + offset, static_cast<std::size_t>(bytes));
}

int read_file(sqlite3_file* file, void* target, int bytes, sqlite3_int64 offset) {
  const int code = methods_of(file).xRead(real_of(file), target, bytes, offset);
  if (code != SQLITE_OK || !reinterpret_cast<CheckedFile*>(file)->checked) return code;
  if (!is_page(file, bytes, offset)) {
    correct_header(file, target, bytes, offset);
    return code;
  }
  const std::span<std::byte, kPageBytes> page(static_cast<std::byte*>(target), kPageBytes);
  static_cast<void>(check_page(page, number_of(offset)));
  return SQLITE_OK;
}

int write_file(sqlite3_file* file, const void* source, int bytes, sqlite3_int64 offset) {
  if (!is_page(file, bytes, offset)) return methods_of(file).xWrite(real_of(file), source, bytes, offset);
  std::array<std::byte, kPageBytes> page;
  std::memcpy(page.data(), source, kContent);
  const std::uint32_t checksum = checksum_of(page.data(), number_of(offset));
  std::memcpy(page.data() + kContent, &checksum, sizeof checksum);
  return methods_of(file).xWrite(real_of(file), page.data(), bytes, offset);
}

const sqlite3_io_methods kMethods{
    .iVersion = 2,  // without mapping files into memory, where nothing would be verified
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = [](sqlite3_file* f, sqlite3_int64 size) { return methods_of(f).xTruncate(real_of(f), size); },
    .xSync = [](sqlite3_file* f, int flags) { return methods_of(f).xSync(real_of(f), flags); },
    .xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return methods_of(f).xFileSize(real_of(f), size); },
    .xLock = [](sqlite3_file* f, int lock) { return methods_of(f).xLock(real_of(f), lock); },
    .xUnlock = [](sqlite3_file* f, int lock) { return methods_of(f).xUnlock(real_of(f), lock); },
    .xCheckReservedLock = [](sqlite3_file* f,
                             int* locked) { return methods_of(f).xCheckReservedLock(real_of(f), locked); },
    .xFileControl = [](sqlite3_file* f, int what,
                       void* with) { return methods_of(f).xFileControl(real_of(f), what, with); },
    .xSectorSize = [](sqlite3_file* f) { return methods_of(f).xSectorSize(real_of(f)); },
    .xDeviceCharacteristics = [](sqlite3_file* f) { return methods_of(f).xDeviceCharacteristics(real_of(f)); },
    .xShmMap = [](sqlite3_file* f, int page, int size, int extend,
                  void volatile** at) { return methods_of(f).xShmMap(real_of(f), page, size, extend, at); },
    .xShmLock = [](sqlite3_file* f, int offset, int n,
                   int flags) { return methods_of(f).xShmLock(real_of(f), offset, n, flags); },
    .xShmBarrier = [](sqlite3_file* f) { methods_of(f).xShmBarrier(real_of(f)); },
    .xShmUnmap = [](sqlite3_file* f, int remove) { return methods_of(f).xShmUnmap(real_of(f), remove); },
    .xFetch = nullptr,
    .xUnfetch = nullptr};

// An empty file will have checksums, another has them if its header says so: as it is, or with a bit corrected.
bool has_checksums(sqlite3_file* real) {
  std::array<std::byte, kPageBytes> page{};
  sqlite3_int64 size = 0;
  if (real->pMethods->xFileSize(real, &size) != SQLITE_OK || size == 0) return true;
  if (real->pMethods->xRead(real, page.data(), kPageBytes, 0) != SQLITE_OK) return false;
  static_cast<void>(check_page(page, 1));
  const auto at = [&page](std::size_t i) { return std::to_integer<unsigned>(page.at(i)); };
  return at(kPageSizeAt) * 256 + at(kPageSizeAt + 1) == kPageBytes && at(kReservedAt) == kPageCheckBytes;
}

sqlite3_vfs* below(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

int open_file(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  auto* checked = reinterpret_cast<CheckedFile*>(file);
  checked->base.pMethods = nullptr;
  const int code = below(vfs)->xOpen(below(vfs), name, checked->real(), flags, out_flags);
  if (checked->real()->pMethods) checked->base.pMethods = &kMethods;
  checked->checked = code == SQLITE_OK && (flags & SQLITE_OPEN_MAIN_DB) && has_checksums(checked->real());
  return code;
}

// All but opening files is that of the VFS below.
struct CheckedVfs {
  std::string name;
  sqlite3_vfs vfs;
};

std::unique_ptr<CheckedVfs> make_vfs(sqlite3_vfs* base) {
  auto made = std::make_unique<CheckedVfs>(CheckedVfs{std::string("spectrumd-") + base->zName, *base});
  sqlite3_vfs& vfs = made->vfs;
  vfs.zName = made->name.c_str();
  vfs.pNext = nullptr;
  vfs.pAppData = base;
  vfs.szOsFile = static_cast<int>(sizeof(CheckedFile)) + base->szOsFile;
  vfs.xOpen = open_file;
  vfs.xDelete = [](sqlite3_vfs* v, const char* name, int sync) { return below(v)->xDelete(below(v), name, sync); };
  vfs.xAccess = [](sqlite3_vfs* v, const char* name, int flags, int* out) {
    return below(v)->xAccess(below(v), name, flags, out);
  };
  vfs.xFullPathname = [](sqlite3_vfs* v, const char* name, int bytes, char* out) {
    return below(v)->xFullPathname(below(v), name, bytes, out);
  };
  vfs.xRandomness = [](sqlite3_vfs* v, int bytes, char* out) { return below(v)->xRandomness(below(v), bytes, out); };
  vfs.xSleep = [](sqlite3_vfs* v, int us) { return below(v)->xSleep(below(v), us); };
  vfs.xCurrentTime = [](sqlite3_vfs* v, double* now) { return below(v)->xCurrentTime(below(v), now); };
  vfs.xGetLastError = [](sqlite3_vfs* v, int bytes, char* out) {
    return below(v)->xGetLastError(below(v), bytes, out);
  };
  vfs.xCurrentTimeInt64 = [](sqlite3_vfs* v, sqlite3_int64* now) { return below(v)->xCurrentTimeInt64(below(v), now); };
  return made;
}

}  // namespace

PageState check_page(std::span<std::byte, kPageBytes> page, std::uint32_t number) {
  const std::uint32_t difference = checksum_of(page.data(), number) ^ stored_in(page.data());
  if (difference == 0) return PageState::Good;
  return correct_bit(page, difference) ? PageState::Corrected : PageState::Damaged;
}

const char* checked_vfs(const char* base) {
  static std::mutex mutex;
  static std::map<sqlite3_vfs*, std::unique_ptr<CheckedVfs>> made;
  const std::scoped_lock lock(mutex);
  sqlite3_vfs* real = sqlite3_vfs_find(base);
  auto& vfs = made[real];
  if (!vfs) {
    vfs = make_vfs(real);
    sqlite3_vfs_register(&vfs->vfs, 0);
  }
  return vfs->name.c_str();
}

}  // namespace spectrumd
