// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/store/frame.h"
#include "daemon/store/frame_codec.h"
#include "daemon/store/level.h"
#include "daemon/store/tile_cache.h"

namespace spectrumd {

// Reads a folder of the history, also while a store writes there, in this process or another. Any thread; blocks on the
// disk. Files that cannot be read are passed over: `spectrumd history check` reports them. Keeps a few files open.
class StoreReader {
 public:
  explicit StoreReader(std::filesystem::path folder, const char* vfs = nullptr);
  ~StoreReader();
  StoreReader(const StoreReader&) = delete;
  StoreReader& operator=(const StoreReader&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  // Heads of the frames with rows in [since, until), in the order in which they were made: by epoch, then by time.
  std::vector<FrameHead> frames(std::size_t level, Time since, Time until) const;

  // The same by the clocks of then, without a shift.
  std::vector<FrameHead> frames_as_stored(std::size_t level, Time since, Time until) const;

  // The newest of those made after one and before another, in the order in which they were made; and how many there
  // are. For those who must miss nothing, as the next: a file that cannot be read at the moment throws DatabaseError.
  std::vector<FrameHead> made_between(std::size_t level, FrameKey after, FrameKey before, std::size_t most) const;
  std::size_t count_made_between(std::size_t level, FrameKey after, FrameKey before) const;

  // All parts but those that are damaged; nullopt if there are no sound facts, or the file has gone.
  std::optional<EncodedFrame> encoded(std::size_t level, const FrameHead& frame) const;

  // Of the latest epoch.
  std::optional<FrameHead> newest(std::size_t level) const;
  std::optional<Time> oldest(std::size_t level) const;

  // Parts of a frame. Empty or nullopt if they have gone, or are damaged.
  std::vector<RowNote> notes(std::size_t level, const FrameHead& frame) const;
  std::optional<std::vector<std::byte>> tile(std::size_t level, const FrameHead& frame, std::size_t tile,
                                             Detector detector) const;
  std::vector<RowPtr> rows(std::size_t level, const FrameHead& frame) const;  // a damaged tile has no data

  // The levels of a tile, row by row; null if it has gone or is damaged. The last 8 MiB are kept.
  TileCache::Levels levels(std::size_t level, const FrameHead& frame, std::size_t tile, Detector detector,
                           TileDecoder& decoder) const;

  // A tile by its address: the frame that began at `t0_ms` by the clock of then, and its lower edge, to the next Hz.
  std::optional<std::vector<std::byte>> tile_at(std::size_t level, std::int64_t t0_ms, std::int64_t from_hz,
                                                Detector detector, std::uint32_t epoch) const;

  void forget_files();  // closes those that are open, so that removed ones take no space

  // Rows of this process are of this epoch or later; 0: none are.
  void begin_run(std::uint32_t epoch) { first_epoch_of_run_ = epoch; }
  std::uint32_t first_epoch_of_run() const { return first_epoch_of_run_; }

 private:
  class Pool;
  class MadeIndex;
  std::filesystem::path path_of(std::size_t level, const std::string& file) const;

  const std::filesystem::path folder_;
  std::unique_ptr<Pool> pool_;
  std::unique_ptr<MadeIndex> made_;
  mutable TileCache cache_;
  std::atomic<std::uint32_t> first_epoch_of_run_ = 0;
};

}  // namespace spectrumd
