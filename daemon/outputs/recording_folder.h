// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/outputs/recorder.h"
#include "daemon/outputs/sound_tags.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

enum class RecordingKind { Band, Iq, Sound };
std::string_view to_string(RecordingKind kind);  // "band"

// One recording.
struct RecordingFacts {
  std::string name;
  std::string error;   // why the metadata cannot be read; then center, rate, format and captures are not set
  Hertz center, rate;  // at its beginning
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  std::uint64_t bytes = 0, samples = 0;
  std::optional<Time> started;
  std::uint64_t captures = 0;
  RecordingKind kind = RecordingKind::Band;
  std::string mode;  // of sound: "nfm"; its samples are frames, `rate` a second
  SoundFormat sound = SoundFormat::Wav;
  bool split = false;                         // into a file for each over, which are listed separately
  std::optional<RecordingProgress> progress;  // set if made since the program started
};

enum class RecordingPart { Data, Meta };

// The name of a recording of IQ of a channel ends like this, maybe with a number behind.
inline constexpr std::string_view kIqSuffix = "_iq";
RecordingKind kind_of(const std::string& name);

// Sound has no part Meta.
std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& name, RecordingPart part);

// Opens a regular file for reading, never a symbolic link, a FIFO or a device, and does not block on one. Throws
// OutputError.
mailbox::Descriptor open_regular(const std::filesystem::path& file);

// Recordings are pairs of SigMF files in a folder, named without extension, and files of sound, named with it. Anything
// but regular files is ignored.
std::vector<std::string> recordings_in(const std::filesystem::path& folder);  // names, which sort by age
std::uint64_t recorded_bytes_in(const std::filesystem::path& folder);
void remove_recording(const std::filesystem::path& folder, const std::string& name);  // throws OutputError

// Removes what a crash may have left behind: new metadata that has not replaced the old, data files without data.
void tidy_recordings(const std::filesystem::path& folder);

// Reads metadata, each version of a file once. Any thread; blocks on the disk.
class RecordingIndex {
 public:
  RecordingFacts facts(const std::filesystem::path& folder, const std::string& name);
  void forget_all_but(const std::vector<std::string>& names);

 private:
  struct Entry {
    std::filesystem::path file;
    std::uintmax_t size;
    std::filesystem::file_time_type written;
    RecordingFacts facts;
  };
  std::optional<RecordingFacts> known(const std::string& name, const Entry& version) const;

  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;  // by name
};

// Files being downloaded: a deleted file uses its space until then. Any thread.
class LentFiles {
 public:
  std::shared_ptr<const mailbox::Descriptor> lend(mailbox::Descriptor file);
  std::uint64_t deleted_bytes();

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<const mailbox::Descriptor>> files_;
};

}  // namespace spectrumd
