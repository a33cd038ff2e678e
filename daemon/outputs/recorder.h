// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/outputs/sigmf_writer.h"
#include "daemon/pipeline/iq_ring.h"
#include "daemon/pipeline/sample_taps.h"

namespace spectrumd {

// How long and how large a recording may become. What it reaches ends it, except for the disk floor.
struct RecordingLimits {
  std::uint64_t samples = UINT64_MAX;  // on the air, recorded or lost: reaching it is no fault
  std::uint64_t bytes = UINT64_MAX;
  std::uint64_t disk_floor = 0;  // bytes that stay free
  std::chrono::seconds time = std::chrono::hours(24 * 365);
};

struct RecordingPlan {
  using Clock = std::chrono::steady_clock;

  std::filesystem::path stem;  // of the pair of files
  SourceFacts source;
  std::string description;
  RecordingLimits limits;
  std::size_t buffer_bytes = std::size_t{4} << 20;  // of samples that the disk has not taken yet
  std::shared_ptr<Disk> disk = std::make_shared<Disk>();
  std::function<Clock::time_point()> now = Clock::now;  // of the limits, and of the pauses of a full disk
};

enum class RecordingState { Opening, Recording, Stopping, Ended, Failed };
std::string_view to_string(RecordingState state);  // "opening"

// How far a recording is. The samples given to it are `samples` + `lost` + those still in its buffer.
struct RecordingProgress {
  RecordingState state = RecordingState::Opening;
  std::string reason;  // why it has ended, or why nothing is written at present
  std::optional<Time> started;
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;  // samples that were on the air and are not in it
  std::uint64_t gaps = 0, captures = 0;

  bool ended() const { return state == RecordingState::Ended || state == RecordingState::Failed; }
};

enum class RecordingEvent { Started, DiskFull, Resumed, Ended };

// Records a source: takes its blocks on the source's thread and writes them on a thread of its own, through a buffer of
// seconds. When the disk stalls for longer, samples of a live source are left out, and the files say so. On a full disk
// it waits for room and then continues. Retunes are in the files, but not those of a sweep, which
// are too many to be of use: they end it. It begins with the first block it is given.
//
// Its threads keep it alive until the last byte is written: nothing ever joins them, since a disk may stall for ever.
class Recorder : public SampleTap, public std::enable_shared_from_this<Recorder> {
 public:
  // On the writing thread; Ended is the last one.
  using Listener = std::function<void(RecordingEvent, const RecordingProgress&)>;

  static std::shared_ptr<Recorder> start(RecordingPlan plan, Listener listener = {});

  void take(const IqBlock& block) override;
  void end(const std::string& reason) override;  // what has been taken is still written

  void wait_until_open() { opened_.get(); }        // throws OutputError where the files could not be made
  bool wait_for(std::chrono::milliseconds limit);  // for the end and the return of the listener
  void wait();                                     // likewise

  // Gives up what the disk has not taken yet and puts that into the metadata, without waiting longer than `limit`.
  void abandon(std::chrono::milliseconds limit);
  void silence();  // the listener is not called any more when this returns

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
  std::promise<void> opening_;
  const std::shared_future<void> opened_ = opening_.get_future().share();

  // The writing thread's.
  std::optional<Tuned> tuned_;
  std::uint32_t epoch_ = 0;
  std::uint64_t retunes_ = 0;
  std::uint64_t missing_ = 0;     // samples lost since the last one written
  std::uint64_t holes_seen_ = 0;  // samples that the ring reported as lost
  bool paused_ = false;           // the disk is full
  Clock::time_point resume_at_;   // at the earliest
  Clock::duration pause_;         // the next one's least length
  std::uint64_t resumed_at_ = 0;  // sample

  std::mutex listening_;  // held while the listener runs
  Listener listener_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool accepting_ = true;
  bool done_ = false, abandoned_ = false;
  std::string reason_ = "stopped";  // of the end that was asked for
  RecordingProgress progress_;
  std::unique_ptr<SigmfWriter> writer_;  // made by the writing thread
};

}  // namespace spectrumd
