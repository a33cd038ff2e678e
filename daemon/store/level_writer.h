// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "daemon/store/frame_codec.h"
#include "daemon/store/frame_maker.h"
#include "daemon/store/level_folder.h"

namespace spectrumd {

// Rows of one level on their way to disk: collected into frames, compressed, kept until they are written. While nothing
// can be written, it keeps the newest 4 MiB of frames. One thread.
class LevelWriter {
 public:
  using Steady = std::chrono::steady_clock;

  LevelWriter(LevelFolder folder, FrameEncoder& encoder);

  void add(const Row& row, const RowSetting& setting, Steady::time_point now);
  void end_frame();
  void end_frame_begun_before(Steady::time_point then);

  std::optional<Steady::time_point> waiting_since() const;  // of the oldest row that is not written
  bool has_frames() const { return !pending_.empty(); }
  void write(std::uint64_t limit_bytes);  // all frames; throws DatabaseError, and keeps them

  LevelFolder& folder() { return folder_; }
  const LevelFolder& folder() const { return folder_; }
  std::uint64_t rows() const { return rows_; }             // written
  std::uint64_t dropped_rows() const { return dropped_; }  // that could not be kept

 private:
  void drop_first(std::size_t count);

  LevelFolder folder_;
  FrameEncoder& encoder_;
  FrameMaker maker_;
  Steady::time_point began_{};  // the frame in maker_
  std::vector<EncodedFrame> pending_;
  std::vector<Steady::time_point> pending_since_;
  std::size_t pending_bytes_ = 0;
  std::uint64_t rows_ = 0, dropped_ = 0;
};

}  // namespace spectrumd
