// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/channels/listening/listener.h"
#include "daemon/outputs/channel_feed.h"
#include "daemon/outputs/recording_writer.h"
#include "daemon/outputs/sound_file.h"

namespace spectrumd {

// How the sound of a channel is recorded.
struct SoundOrder {
  ListenSettings listen;
  SoundFormat format = SoundFormat::Wav;
  bool split = false;     // a file for each over: what comes while the squelch is open
  double shortest = 0.5;  // seconds; overs that are shorter are not written
  std::string description;
};

// Listens to a channel and writes the sound: into one file, or into one for each over, named after its beginning. It
// listens on the writing thread, so that neither the disk nor the listening keeps the channels waiting. What is missing
// is silence, a second at a time. Every second a file is brought up to date on the disk.
//
// The sound is in time with the samples: what the filters delay is left out at the beginning and added at the end.
class SoundWriter : public RecordingWriter {
 public:
  // `path` is the file, or of a split recording anything in the folder. Samples are cf32 at the rate of the mode.
  SoundWriter(std::filesystem::path path, SoundOrder order, std::shared_ptr<ListenChanges> changes,
              std::shared_ptr<Disk> disk);

  void begin_capture(const RecordingCapture& capture, const std::string& label, const std::string& comment) override;
  void annotate(const std::string&, const std::string&) override {}  // no place for it
  void append(std::span<const std::byte> samples) override;
  bool wait_until_described(std::chrono::milliseconds) override { return true; }
  std::optional<OutputError> trouble() const override { return std::nullopt; }
  void finish(const std::string& label, const std::string& comment) noexcept override;
  void abandon(const std::string&, const std::string&) noexcept override {}  // the files are a second old

  std::uint64_t samples() const override { return samples_; }
  std::uint64_t bytes() const override;
  std::uint64_t files() const override { return files_; }
  std::string open_file() const override;
  std::uint64_t bytes_for(std::uint64_t samples) const override;
  std::uint64_t fitting(std::uint64_t) const override { return 0; }

 private:
  struct Over {
    Time begin;
    std::vector<float> held;   // until it is long enough for a file
    std::vector<float> pause;  // since the squelch closed
    std::uint64_t frames = 0;  // without that
    std::size_t quiet_frames = 0;
  };

  void note_sound();
  void note_over(bool open);
  void add_to_over(std::span<const float> sound);
  void end_over();
  void finish_sound();
  void create_file(Time begin);
  void write_out();
  Time time_of_sound() const;
  std::uint64_t frames_of(double seconds) const;

  const std::filesystem::path path_;
  const SoundOrder order_;
  const SoundForm form_;
  const double rate_;        // of the channel
  const std::size_t block_;  // samples that make a block of sound
  const std::shared_ptr<ListenChanges> changes_;
  const std::shared_ptr<Disk> disk_;

  Listener listener_;
  RecordingCapture capture_;
  std::uint64_t samples_ = 0;
  std::uint64_t since_capture_ = 0;  // samples
  std::uint64_t heard_ = 0;          // samples and silence that the sound is to be of
  std::uint64_t to_skip_ = 0;        // frames
  std::vector<float> sound_;         // of the last samples

  std::optional<Over> over_;
  std::unique_ptr<SoundFile> file_;
  std::vector<std::unique_ptr<SoundFile>> ended_;  // whose last bytes are not on the disk yet
  std::uint64_t kept_frames_ = 0;                  // of file_
  std::uint64_t finished_bytes_ = 0, files_ = 0;
};

// The name of a file, for what begins then: "2026-11-21T080349Z_145.5MHz_nfm.wav".
std::string sound_name(Time begin, Hertz center, const SoundOrder& order);

}  // namespace spectrumd
