// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "daemon/sources/file/input.h"
#include "daemon/sources/file/recording.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/pacer.h"
#include "daemon/sources/sample_clock.h"

namespace spectrumd {

// Samples from a recording, a FIFO or standard input, in real time or as fast as they are taken. Only a regular file
// can be repeated.
class FileSource : public IqSource {
 public:
  static constexpr const char* kStdin = "-";

  FileSource(const std::string& path, const Settings& settings);  // throws SourceError

  const SourceFacts& facts() const override { return facts_; }
  void check(const Tuning& tuning) const override;
  void stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) override;

 private:
  struct Progress;

  void check_size();
  void play(Progress& progress);
  void enter_captures(Progress& progress) const;
  void rewind(Progress& progress);
  void give(Progress& progress, std::size_t bytes);
  std::optional<SampleClock::Clock::time_point> heard(Progress& progress, std::size_t samples) const;
  std::size_t wanted_bytes(const Progress& progress) const;
  void note_early_end(const Progress& progress) const;

  const Recording recording_;
  const std::size_t sample_bytes_;
  Input input_;
  std::optional<std::uint64_t> samples_;  // nullopt: a pipe
  const bool paced_, loop_;
  const bool dated_by_clock_;  // live input without recorded times
  SourceFacts facts_;
  std::vector<std::byte> block_;
};

}  // namespace spectrumd
