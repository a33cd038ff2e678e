// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace spectrumd {

// A VFS of SQLite over the real one, which writes down all that is written, and fails when it is asked to. The one
// instance of this process.
class TestDisk {
 public:
  static TestDisk& instance();
  static const char* name() { return "test-disk"; }

  struct Operation {
    enum class Kind { Write, Truncate, Sync, Delete };
    Kind kind = Kind::Write;
    std::string file;
    std::int64_t offset = 0;
    std::vector<std::byte> data;
  };

  void reset();
  void record(bool on) { recording_ = on; }
  const std::vector<Operation>& operations() const { return operations_; }

  // From now on this many writes succeed, and then none until the next call: the disk is full.
  void allow_writes(std::size_t count) { writes_left_ = count; }
  void allow_all() { writes_left_ = SIZE_MAX; }
  void make_read_only(bool on) { read_only_ = on; }

  // How a power cut leaves what has not been synchronized.
  enum class Cut { Lost, Prefix, RandomSectors };
  // Writes the files of `from` as a cut after so many operations leaves them into `to`.
  void cut(std::size_t after, Cut how, std::mt19937_64& random, const std::filesystem::path& from,
           const std::filesystem::path& to) const;

  // Called by the VFS.
  bool may_write();
  void note(Operation operation);
  bool is_read_only() const { return read_only_; }

 private:
  TestDisk();
  bool recording_ = false, read_only_ = false;
  std::size_t writes_left_ = SIZE_MAX;
  std::vector<Operation> operations_;
};

}  // namespace spectrumd
