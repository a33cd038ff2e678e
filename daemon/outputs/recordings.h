// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/outputs/recorder.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/receiver.h"

namespace spectrumd {

// A wish about recordings that cannot be granted; `code` is for a program.
struct RecordingRefused : std::runtime_error {
  RecordingRefused(std::string short_code, const std::string& reason)
      : std::runtime_error(reason), code(std::move(short_code)) {}
  std::string code;
};

// One pair of files in the folder.
struct RecordingFacts {
  std::string name;
  Hertz center, rate;  // of its beginning
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  std::uint64_t bytes = 0, samples = 0;
  std::optional<Time> started;
  std::size_t captures = 0;
  std::optional<RecordingProgress> progress;  // of one made since the program started
};

struct RecordingsFacts {
  std::filesystem::path folder;
  std::uint64_t used = 0, quota = 0, free = 0, disk_floor = 0;  // bytes
  std::vector<RecordingFacts> recordings;                       // oldest first
};

// The folder of recordings: one at a time is made, within what the settings allow; what is there can be listed and
// deleted. Names are made here, so that no client's text becomes a path. Any thread.
class Recordings {
 public:
  Recordings(Receiver& receiver, EventLog& events, std::function<Settings()> settings);
  ~Recordings();

  // All of these throw RecordingRefused or OutputError.
  std::string start(std::optional<double> seconds, const std::string& description);  // gives its name
  void stop(const std::string& name);                                                // waits for the last byte
  void remove(const std::string& name);                                              // one that has ended

  enum class Part { Data, Meta };
  std::filesystem::path path_of(const std::string& name, Part part) const;  // throws RecordingRefused

  RecordingsFacts list() const;
  std::optional<RecordingFacts> find(const std::string& name) const;

 private:
  RecordingPlan plan(std::optional<double> seconds, const std::string& description) const;
  void note_end(const std::string& name, const RecordingProgress& progress);
  bool find_file(const std::string& name) const;
  void tidy() const;

  Receiver& receiver_;
  EventLog& events_;
  const std::function<Settings()> settings_;

  mutable std::mutex mutex_;           // guards what follows
  std::shared_ptr<Recorder> running_;  // or the last one
  std::string running_name_;
};

// Where recordings go: the folder of the settings, or what the service manager or the user's desktop gives for it.
// Throws RecordingRefused where there is none of these.
std::filesystem::path recordings_folder(const RecordingSettings& settings);

// "2026-11-21T080349Z_100.3MHz": sorts by time, fits every file system.
std::string recording_name(Time time, Hertz center);

}  // namespace spectrumd
