// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/outputs/recording_quota.h"
#include "daemon/outputs/recording_writer.h"
#include "daemon/pipeline/iq_ring.h"
#include "daemon/pipeline/sample_taps.h"

namespace spectrumd {

// Limits on the length and size of a recording. Reaching one ends the recording, except for the disk floor.
struct RecordingLimits {
  std::uint64_t samples = UINT64_MAX;  // on the air, recorded or lost: the regular end
  std::uint64_t bytes = UINT64_MAX;
  std::uint64_t disk_floor = 0;  // bytes to leave free
  std::chrono::seconds time = std::chrono::hours(24 * 365);
};

struct RecordingPlan {
  using Clock = std::chrono::steady_clock;

  std::filesystem::path stem;  // of the pair of files, or whatever `make_writer` makes of it
  SourceFacts source;
  std::string description;
  RecordingLimits limits;
  std::size_t buffer_bytes = std::size_t{4} << 20;  // for samples not written yet
  std::shared_ptr<Disk> disk = std::make_shared<Disk>();
  std::function<Clock::time_point()> now = Clock::now;  // clock for the limits, and for the pauses of a full disk
  bool is_channel = false;                              // its tuning is a center alone
  std::shared_ptr<RecordingQuota> quota = std::make_shared<RecordingQuota>();         // shared with other recordings
  std::function<std::unique_ptr<RecordingWriter>(const RecordingPlan&)> make_writer;  // empty: a pair of SigMF files
};

enum class RecordingState { Opening, Recording, Stopping, Ended, Failed };
std::string_view to_string(RecordingState state);  // "opening"

// Progress of a recording. The samples passed to it are `samples` + `lost` + those still in its buffer.
struct RecordingProgress {
  RecordingState state = RecordingState::Opening;
  std::string reason;  // why it has ended or is paused
  std::optional<Time> started;
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;  // samples on the air that are not in the recording
  std::uint64_t gaps = 0, captures = 0;
  std::uint64_t bytes = 0, files = 0;
  std::string open_file;  // being written, where it has a separate name

  bool ended() const { return state == RecordingState::Ended || state == RecordingState::Failed; }
};

enum class RecordingEvent { Started, DiskFull, Resumed, Ended };

// Records a source, the band or a channel: accepts its blocks on their thread, without blocking for a live source, and
// writes them on a separate thread, through a buffer of seconds. If the disk stalls for longer, samples of a live
// source are left out, and the files say so. On a full disk it waits for room and then continues. Retunes are recorded;
// a sweep has too many of them, so it ends the recording. A recording begins with its first block.
//
// Its threads keep it alive until the last byte is written: nothing ever joins them, because a disk may stall forever.
class Recorder : public SampleTap, public std::enable_shared_from_this<Recorder> {
 public:
  // Called on the writing thread; Ended is the last one.
  using Listener = std::function<void(RecordingEvent, const RecordingProgress&)>;

  static std::shared_ptr<Recorder> start(RecordingPlan plan, Listener listener = {});

  void take(const IqBlock& block) override;
  void end(const std::string& reason) override;  // accepted samples are still written

  void wait_until_open();                          // throws OutputError if the files could not be created
  bool wait_for(std::chrono::milliseconds limit);  // for the end, and for the listener to return
  void wait();                                     // likewise

  // Drops what the disk has not accepted yet and records that in the metadata; blocks for `limit` at most.
  void abandon(std::chrono::milliseconds limit);
  void silence();  // once this returns, the listener is not called any more

  RecordingProgress progress() const;  // any thread
  const RecordingPlan& plan() const { return plan_; }

 private:
  using Clock = RecordingPlan::Clock;

  Recorder(RecordingPlan plan, Listener listener);

  void run();
  void open();
  void write_all();
  void write_some(const IqStretch& stretch);
  void append(const IqStretch& stretch);
  std::optional<OutputError> write(std::span<const std::byte> samples);
  void note_written();
  void begin_capture(const IqStretch& stretch);
  bool too_many_retunes();
  bool must_wait_for_metadata();
  void note_lost(std::uint64_t samples);
  void note_rest_as_lost();
  std::uint64_t left() const;
  void check_limits();
  void check_disk();
  void pause(const std::string& reason);
  void wait_paused();
  void resume();
  void notify(RecordingEvent event);
  void finish(const std::string& reason, bool failed);

  const RecordingPlan plan_;
  const std::size_t sample_bytes_;
  const std::size_t piece_;  // samples written at a time
  IqRing ring_;
  const Clock::time_point started_ = plan_.now();

  // Used by the writing thread only.
  std::optional<Tuned> tuned_;
  std::uint32_t epoch_ = 0;
  std::uint64_t retunes_ = 0;
  std::uint64_t missing_ = 0;     // samples lost since the last one written
  std::uint64_t holes_seen_ = 0;  // samples reported lost by the ring
  bool paused_ = false;           // the disk is full
  Clock::time_point resume_at_;   // earliest time
  Clock::duration pause_;         // minimum length of the next pause
  std::uint64_t resumed_at_ = 0;  // sample number

  std::mutex listening_;  // held while the listener runs
  Listener listener_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool accepting_ = true;
  bool opened_ = false;                                         // or failed to
  std::optional<std::pair<std::string, int>> opening_failure_;  // text and error number
  bool done_ = false, abandoned_ = false;
  bool loss_noted_ = false;         // in the metadata, after abandon()
  std::string reason_ = "stopped";  // for the requested end
  RecordingProgress progress_;
  std::unique_ptr<RecordingWriter> writer_;  // created by the writing thread
};

}  // namespace spectrumd
