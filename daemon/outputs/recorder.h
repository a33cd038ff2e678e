// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "daemon/outputs/sigmf_writer.h"
#include "daemon/pipeline/iq_ring.h"
#include "daemon/pipeline/sample_taps.h"

namespace spectrumd {

// How long and how large a recording may become. What it reaches ends it.
struct RecordingLimits {
  std::uint64_t samples = UINT64_MAX;  // wanted: reaching it is no fault
  std::uint64_t bytes = UINT64_MAX;
  std::uint64_t disk_floor = 0;  // bytes that stay free
  std::chrono::seconds time = std::chrono::hours(24 * 365);
};

struct RecordingPlan {
  std::filesystem::path stem;  // of the pair of files
  SourceFacts source;
  std::string description;
  RecordingLimits limits;
};

// How far a recording is, or why it has ended.
struct RecordingProgress {
  Time started;
  std::uint64_t samples = 0;
  std::uint64_t lost = 0;  // samples that were on the air and are not in it
  std::uint64_t gaps = 0;
  std::optional<std::string> ended;  // why: "complete", "stopped", or what went wrong
  bool failed = false;               // it ended before what was asked for
};

// Records a source: takes its blocks on the source's thread and writes them on one of its own, through two seconds of
// memory. Retunes are in the files, but not those of a sweep, which are more than anybody reads: they end it. When the
// disk does not keep up for longer, samples of a live source are left out, and the files say so. It begins with the
// first block it is given.
class Recorder : public SampleTap {
 public:
  // `on_end` runs once, on the writing thread, when all is written. Throws OutputError.
  explicit Recorder(const RecordingPlan& plan, std::function<void(const RecordingProgress&)> on_end = {});
  ~Recorder() override;

  void take(const IqBlock& block) override;
  void end(const std::string& reason) override;  // what has been taken is still written
  void wait() { writing_.join(); }               // for the end

  RecordingProgress progress() const;  // any thread
  const std::filesystem::path& data_path() const { return writer_.data_path(); }

 private:
  using Clock = std::chrono::steady_clock;

  void write_all();
  void write_some(const IqStretch& stretch);
  void begin_capture(const IqStretch& stretch);
  bool too_many_retunes();
  void check_limits();
  void finish(const std::string& reason, bool failed);

  const RecordingPlan plan_;
  const std::function<void(const RecordingProgress&)> on_end_;
  const std::size_t sample_bytes_;
  SigmfWriter writer_;
  IqRing ring_;
  const Clock::time_point started_ = Clock::now();

  std::optional<Tuned> tuned_;  // these three: writing thread only
  std::uint32_t epoch_ = 0;
  std::uint64_t retunes_ = 0;
  Clock::time_point next_sync_;

  mutable std::mutex mutex_;  // guards what follows
  bool accepting_ = true;
  std::string reason_ = "stopped";  // of the end that was asked for
  RecordingProgress progress_;

  std::jthread writing_;
};

}  // namespace spectrumd
