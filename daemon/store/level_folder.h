// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemon/store/level.h"
#include "daemon/store/level_file.h"

namespace spectrumd {

// A file of a level by its name: "2026-11-22.db", "2026-11-22.2.db". Sorts by age.
struct StoredFile {
  std::string period;
  std::size_t part = 1;
  std::uint64_t bytes = 0;  // with its log

  std::string name() const;
  friend bool operator<(const StoredFile& a, const StoredFile& b) {
    return a.period != b.period ? a.period < b.period : a.part < b.part;
  }
};
std::optional<StoredFile> stored_file_named(const std::string& name);

// The files of a folder, oldest first; empty if there is no folder. Others are ignored.
std::vector<StoredFile> stored_files(const std::filesystem::path& folder);

std::uint64_t size_with_log(const std::filesystem::path& file);

// The folder of a level, for the one that writes there: begins a file for each period, and another part of it when one
// is full; removes the oldest files to keep within a limit. Everything but facts throws DatabaseError and blocks on the
// disk. One thread.
class LevelFolder {
 public:
  // `report` is called with a name and the reason when a file is set aside or passed over.
  using Report = std::function<void(const std::string& file, const std::string& reason)>;
  LevelFolder(std::filesystem::path folder, const Level& level, Report report, const char* vfs = nullptr);

  void open();  // looks for files; finishes those that a crash has left

  // Appends those at the beginning that belong to one file, all or none, after it has made room for them. Returns how
  // many. Damaged files are set aside.
  std::size_t append(std::span<const EncodedFrame> frames, std::uint64_t limit_bytes);
  void close();  // the file being written

  const Level& level() const { return level_; }
  std::uint64_t bytes() const;
  std::size_t files() const { return files_.size(); }
  std::uint64_t removed() const { return removed_; }  // files, since the start
  const std::filesystem::path& path() const { return folder_; }

 private:
  void append_to_file(std::span<const EncodedFrame> frames, std::uint64_t limit_bytes);
  bool make_room(std::uint64_t wanted, std::uint64_t limit_bytes);
  void begin_file(const std::string& period, std::uint64_t limit_bytes);
  void open_part(StoredFile file);
  void set_aside(const StoredFile& file, const std::string& reason);
  void measure();
  StoredFile* entry(const StoredFile& file);

  const std::filesystem::path folder_;
  const Level& level_;
  const Report report_;
  const char* const vfs_;
  std::vector<StoredFile> files_;  // oldest first
  std::uint64_t removed_ = 0;
  std::optional<StoredFile> current_;
  std::unique_ptr<LevelFile> file_;  // of it
};

}  // namespace spectrumd
