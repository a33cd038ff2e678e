// SPDX-License-Identifier: MIT
#include "daemon/store/rebuild.h"

#include "daemon/pipeline/row_merger.h"
#include "daemon/store/stored_row.h"

namespace spectrumd {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

// All that can be missing: the frame in progress, and that of each finer level. An hour more costs nothing.
std::chrono::seconds reach(std::size_t level) { return kLevelTable.at(level).step * 3 * kTileRows + 1h; }

// Merges rows over the intervals of a level, as History does.
class Merging {
 public:
  Merging(std::size_t level, LevelWriter& writer) : step_(kLevelTable.at(level).step), writer_(writer) {}

  void add(const RowPtr& row, const RowSetting& setting) {
    const std::int64_t bucket = row->time.time_since_epoch() / step_;
    if (!merger_.empty() && (bucket != bucket_ || !merger_.accepts(*row) || !(setting == setting_))) finish();
    bucket_ = bucket;
    setting_ = setting;
    merger_.add(*row);
  }

  void finish() {
    if (!merger_.empty()) writer_.add(*merger_.take(), setting_, {});
  }

 private:
  const std::chrono::nanoseconds step_;
  LevelWriter& writer_;
  RowMerger merger_;
  RowSetting setting_;
  std::int64_t bucket_ = 0;
};

}  // namespace

void rebuild_from_finer(const StoreReader& reader, std::size_t level, LevelWriter& writer) {
  const auto newest = reader.newest(level - 1);
  if (!newest) return;
  const auto written = reader.newest(level);
  const Time since = Time(milliseconds(newest->t1_ms)) - reach(level);
  Merging merging(level, writer);
  for (FrameHead frame : reader.frames_as_stored(level - 1, since, Time::max())) {
    const auto is_known = [&](std::uint64_t sequence) {
      return written &&
             (frame.epoch < written->epoch || (frame.epoch == written->epoch && sequence <= written->last_sequence));
    };
    if (is_known(frame.last_sequence)) continue;
    for (const RowPtr& row : reader.rows(level - 1, frame))
      if (!is_known(row->sequence)) merging.add(row, setting_of(frame));
  }
  merging.finish();
  writer.end_frame();
}

}  // namespace spectrumd
