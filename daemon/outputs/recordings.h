// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/outputs/recorder.h"
#include "daemon/outputs/recording_buffer.h"
#include "daemon/outputs/recording_folder.h"
#include "daemon/outputs/recording_name.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/receiver.h"

namespace spectrumd {

struct RecordingsFacts {
  std::filesystem::path folder;
  std::uint64_t used = 0, quota = 0, free = 0, disk_floor = 0;  // bytes
  std::vector<RecordingFacts> recordings;                       // oldest first
};

// The folder of recordings: records one at a time, within the limits of the settings; existing ones can be listed and
// deleted. Names are generated here, so that no text of a client becomes a path. Any thread; no function waits for the
// disk that a recording is written to, except where it reads the folder.
class Recordings {
 public:
  Recordings(Receiver& receiver, EventLog& events, std::function<Settings()> settings,
             std::shared_ptr<Disk> disk = std::make_shared<Disk>());
  ~Recordings();  // allows a recording in progress a few seconds to be written

  // All of these throw RecordingRefused or OutputError.
  std::string start(std::optional<double> seconds, const std::string& description);  // returns its name
  void stop(const std::string& name);    // samples received so far are still written; no effect if it has ended
  void remove(const std::string& name);  // must have ended

  // Opens one of the two files. Throws RecordingRefused.
  std::shared_ptr<const mailbox::Descriptor> open(const std::string& name, RecordingPart part);

  RecordingsFacts list();
  std::optional<RecordingFacts> find(const std::string& name);

 private:
  void refuse_second() const;
  RecordingPlan plan(std::optional<double> seconds, const std::string& description);
  std::uint64_t used_bytes(const std::filesystem::path& folder);
  void note(const std::string& name, RecordingEvent event, const RecordingProgress& progress);
  void note_end(const std::string& name, const RecordingProgress& progress);
  std::optional<RecordingFacts> latest() const;
  std::filesystem::path folder() const;
  bool has(const std::string& name) const;

  Receiver& receiver_;
  EventLog& events_;
  const std::function<Settings()> settings_;
  const std::shared_ptr<Disk> disk_;
  RecordingIndex index_;
  LentFiles lent_;

  std::mutex starting_;  // one start at a time; held while reading the folder, so only start() locks it

  mutable std::mutex mutex_;           // guards what follows; never held while the disk is used
  std::shared_ptr<Recorder> running_;  // until its last byte is written
  std::optional<RecordingFacts> latest_;
};

// The folder of recordings: from the settings, the service manager, or the desktop of the user. Throws RecordingRefused
// if there is none of these.
std::filesystem::path recordings_folder(const RecordingSettings& settings);

}  // namespace spectrumd
