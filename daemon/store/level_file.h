// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "daemon/store/frame_codec.h"
#include "daemon/store/sqlite.h"

namespace spectrumd {

constexpr std::int64_t kStoreApplication = 0x53504831;  // "SPH1"
constexpr int kStoreVersion = 1;

// A file of another program, or of a later version of this one.
struct StoreVersionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One file of a level, see README.md. Everything throws DatabaseError and blocks on the disk. One thread at a time.
class LevelFile {
 public:
  enum class For { Writing, Reading };

  // For writing it is made if absent. Throws StoreVersionError. `vfs` is that of SQLite which does the work; null: the
  // default.
  LevelFile(const std::filesystem::path& file, For what, const char* vfs = nullptr);
  ~LevelFile();

  // All or nothing, and on the disk when it returns. A frame that is there already is left out: a commit that was
  // reported as failed, because the disk was full right behind it, can have succeeded.
  void append(std::span<const EncodedFrame> frames);

  // In the order of their times: those with rows in [since_ms, until_ms), by the clock of then. Heads whose checksum is
  // wrong are left out.
  std::vector<FrameHead> frames(std::int64_t since_ms, std::int64_t until_ms);
  std::optional<FrameHead> frame_at(std::int64_t t0_ms, std::uint32_t epoch);
  std::optional<FrameHead> last_frame();  // in the order in which they were appended
  std::optional<FrameHead> last_frame_of(std::uint32_t epoch);

  // The newest of those made between two others, in the order of making; and the first and last of all.
  std::vector<FrameHead> made_between(FrameKey after, FrameKey before, std::size_t most);
  std::size_t count_made_between(FrameKey after, FrameKey before);
  std::optional<std::pair<FrameKey, FrameKey>> made();
  std::int64_t last_id();  // of the frame that was appended last; 0: there is none

  // nullopt if there is none, or its checksum is wrong.
  std::optional<std::vector<std::byte>> part(std::int64_t frame, std::int64_t part);

  std::size_t frame_count();  // with those whose checksum is wrong
  std::optional<std::string> first_damage() { return database_.first_damage(); }
  std::optional<std::int64_t> oldest_ms();
  std::optional<std::uint32_t> last_epoch();
  void checkpoint() { database_.checkpoint(); }

 private:
  void make_tables();
  void check_version();
  void move_log();

  std::string name_;
  Database database_;
  std::size_t log_bytes_ = 0;
  struct Statements;
  std::unique_ptr<Statements> statements_;
};

}  // namespace spectrumd
