// SPDX-License-Identifier: MIT
#include "tests/daemon/store/test_disk.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <span>

namespace spectrumd {
namespace {

constexpr std::size_t kSector = 512;

struct TestFile {
  sqlite3_file base;
  const char* path;
  bool logged;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

TestFile& test_file(sqlite3_file* file) { return *reinterpret_cast<TestFile*>(file); }
sqlite3_file* real_of_test(sqlite3_file* file) { return test_file(file).real(); }
const sqlite3_io_methods& real_methods(sqlite3_file* file) { return *real_of_test(file)->pMethods; }

void note(sqlite3_file* file, TestDisk::Operation operation) {
  if (!test_file(file).logged) return;
  operation.file = test_file(file).path;
  TestDisk::instance().note(std::move(operation));
}

int write_test_file(sqlite3_file* file, const void* source, int bytes, sqlite3_int64 offset) {
  if (TestDisk::instance().is_read_only()) return SQLITE_READONLY;
  if (!TestDisk::instance().may_write()) return SQLITE_FULL;
  const auto* data = static_cast<const std::byte*>(source);
  note(file, {.kind = TestDisk::Operation::Kind::Write, .file = {}, .offset = offset, .data = {data, data + bytes}});
  return real_methods(file).xWrite(real_of_test(file), source, bytes, offset);
}

using Kind = TestDisk::Operation::Kind;

const sqlite3_io_methods kTestMethods{
    .iVersion = 2,
    .xClose = [](sqlite3_file* f) { return real_methods(f).xClose(real_of_test(f)); },
    .xRead = [](sqlite3_file* f, void* t, int n,
                sqlite3_int64 at) { return real_methods(f).xRead(real_of_test(f), t, n, at); },
    .xWrite = write_test_file,
    .xTruncate =
        [](sqlite3_file* f, sqlite3_int64 size) {
          note(f, {.kind = Kind::Truncate, .file = {}, .offset = size, .data = {}});
          return real_methods(f).xTruncate(real_of_test(f), size);
        },
    .xSync =
        [](sqlite3_file* f, int) {  // nothing is lost by not waiting for the disk of this machine
          note(f, {.kind = Kind::Sync, .file = {}, .offset = 0, .data = {}});
          return SQLITE_OK;
        },
    .xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return real_methods(f).xFileSize(real_of_test(f), size); },
    .xLock = [](sqlite3_file* f, int lock) { return real_methods(f).xLock(real_of_test(f), lock); },
    .xUnlock = [](sqlite3_file* f, int lock) { return real_methods(f).xUnlock(real_of_test(f), lock); },
    .xCheckReservedLock = [](sqlite3_file* f,
                             int* out) { return real_methods(f).xCheckReservedLock(real_of_test(f), out); },
    .xFileControl = [](sqlite3_file* f, int what,
                       void* with) { return real_methods(f).xFileControl(real_of_test(f), what, with); },
    .xSectorSize = [](sqlite3_file*) { return static_cast<int>(kSector); },
    .xDeviceCharacteristics = [](sqlite3_file*) { return 0; },  // promises nothing
    .xShmMap = [](sqlite3_file* f, int page, int size, int extend,
                  void volatile** at) { return real_methods(f).xShmMap(real_of_test(f), page, size, extend, at); },
    .xShmLock = [](sqlite3_file* f, int offset, int n,
                   int flags) { return real_methods(f).xShmLock(real_of_test(f), offset, n, flags); },
    .xShmBarrier = [](sqlite3_file* f) { real_methods(f).xShmBarrier(real_of_test(f)); },
    .xShmUnmap = [](sqlite3_file* f, int remove) { return real_methods(f).xShmUnmap(real_of_test(f), remove); },
    .xFetch = nullptr,
    .xUnfetch = nullptr};

sqlite3_vfs* real_vfs(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

int open_test_file(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  test_file(file).base.pMethods = nullptr;
  const bool creates = (flags & SQLITE_OPEN_CREATE) && TestDisk::instance().is_read_only();
  if (creates) return SQLITE_CANTOPEN;
  const int code = real_vfs(vfs)->xOpen(real_vfs(vfs), name, real_of_test(file), flags, out_flags);
  test_file(file).path = name;  // SQLite keeps it until the file is closed
  test_file(file).logged = name && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL));
  if (real_of_test(file)->pMethods) test_file(file).base.pMethods = &kTestMethods;
  return code;
}

using Files = std::map<std::string, std::vector<std::byte>>;

void write_at(std::vector<std::byte>& file, std::int64_t offset, std::span<const std::byte> data) {
  const auto end = static_cast<std::size_t>(offset) + data.size();
  if (file.size() < end) file.resize(end);
  std::ranges::copy(data, file.begin() + offset);
}

void carry_out(Files& files, const TestDisk::Operation& operation) {
  if (operation.kind == Kind::Write) write_at(files[operation.file], operation.offset, operation.data);
  if (operation.kind == Kind::Truncate) files[operation.file].resize(static_cast<std::size_t>(operation.offset));
}

// Each sector of a write by itself may or may not have reached the disk.
void carry_out_some(Files& files, const TestDisk::Operation& operation, std::mt19937_64& random) {
  if (operation.kind != Kind::Write) {
    if (random() % 2) carry_out(files, operation);
    return;
  }
  for (std::size_t at = 0; at < operation.data.size();) {
    const std::size_t place = static_cast<std::size_t>(operation.offset) + at;
    const std::size_t end = std::min(operation.data.size(), at + kSector - place % kSector);
    if (random() % 2)
      write_at(files[operation.file], static_cast<std::int64_t>(place),
               std::span(operation.data).subspan(at, end - at));
    at = end;
  }
}

}  // namespace

TestDisk::TestDisk() {
  static sqlite3_vfs vfs = *sqlite3_vfs_find(nullptr);
  vfs.pAppData = sqlite3_vfs_find(nullptr);
  vfs.zName = name();
  vfs.pNext = nullptr;
  vfs.szOsFile += static_cast<int>(sizeof(TestFile));
  vfs.xOpen = open_test_file;
  vfs.xDelete = [](sqlite3_vfs* v, const char* file, int sync) {
    instance().note({.kind = Kind::Delete, .file = file, .offset = 0, .data = {}});
    return real_vfs(v)->xDelete(real_vfs(v), file, sync);
  };
  sqlite3_vfs_register(&vfs, 0);
}

TestDisk& TestDisk::instance() {
  static TestDisk disk;
  return disk;
}

void TestDisk::reset() {
  operations_.clear();
  recording_ = read_only_ = false;
  allow_all();
}

bool TestDisk::may_write() {
  if (writes_left_ == 0) return false;
  if (writes_left_ != SIZE_MAX) --writes_left_;
  return true;
}

void TestDisk::note(Operation operation) {
  if (recording_) operations_.push_back(std::move(operation));
}

void TestDisk::cut(std::size_t after, Cut how, std::mt19937_64& random, const std::filesystem::path& from,
                   const std::filesystem::path& to) const {
  Files durable;
  std::vector<const Operation*> pending;
  for (std::size_t i = 0; i < after; ++i) {
    const Operation& operation = operations_[i];
    const auto of_file = [&](const Operation* each) { return each->file == operation.file; };
    if (operation.kind == Operation::Kind::Delete) {
      durable.erase(operation.file);
      std::erase_if(pending, of_file);
    } else if (operation.kind == Operation::Kind::Sync) {
      for (const Operation* each : pending)
        if (of_file(each)) carry_out(durable, *each);
      std::erase_if(pending, of_file);
    } else {
      pending.push_back(&operation);
    }
  }
  if (how == Cut::Prefix && !pending.empty()) {
    const std::size_t whole = random() % pending.size();
    for (std::size_t i = 0; i < whole; ++i) carry_out(durable, *pending[i]);
    Operation torn = *pending[whole];
    torn.data.resize(torn.data.size() / kSector == 0 ? 0 : random() % (torn.data.size() / kSector + 1) * kSector);
    if (torn.kind == Operation::Kind::Write) carry_out(durable, torn);
  }
  if (how == Cut::RandomSectors)
    for (const Operation* each : pending) carry_out_some(durable, *each, random);
  for (const auto& [path, bytes] : durable) {
    const auto target = to / std::filesystem::path(path).lexically_relative(from);
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
}

}  // namespace spectrumd
