// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/converted_file.h"

#include <optional>
#include <system_error>
#include <utility>

#include "daemon/outputs/convert/iq_file.h"
#include "daemon/outputs/convert/sigmf_archive.h"
#include "daemon/outputs/convert/sigmf_pair.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using Container = ConvertedKind::Container;
using gpufft::SampleFormat;

void remove_quietly(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
}

// An archive of one recording.
class ArchivedRecording : public ConvertedFile {
 public:
  ArchivedRecording(const fs::path& path, const Recording& from, SampleFormat format)
      : archive_(path, false), recording_(archive_.add(path.stem().string(), from, format)) {}

  void begin(const Capture& capture) override { recording_.begin(capture); }
  void append(std::span<const std::byte> samples) override { recording_.append(samples); }
  void finish() override {
    recording_.finish();
    archive_.finish();
  }
  bool keeps_captures() const override { return true; }

 private:
  SigmfArchive archive_;
  ConvertedFile& recording_;
};

class PlainFile : public ConvertedFile {
 public:
  PlainFile(fs::path path, IqFile::Kind kind, const Recording& from, SampleFormat format)
      : path_(std::move(path)),
        file_(path_, kind,
              {.format = format,
               .rate = from.rate,
               .center = from.captures.front().center,
               .start = from.captures.front().time}) {}
  ~PlainFile() override {
    if (!finished_) remove_quietly(path_);
  }

  void begin(const Capture&) override {}
  void append(std::span<const std::byte> samples) override { file_.append(samples); }
  void finish() override {
    file_.finish();
    finished_ = true;
  }
  bool keeps_captures() const override { return false; }

 private:
  const fs::path path_;
  IqFile file_;
  bool finished_ = false;
};

}  // namespace

std::optional<ConvertedKind> kind_of_output(const fs::path& path) {
  const fs::path extension = lower_case(path.extension().string());
  if (extension.empty() || sigmf_stem(path) != path) return ConvertedKind{.container = Container::Sigmf, .format = {}};
  if (extension == ".sigmf") return ConvertedKind{.container = Container::Archive, .format = {}};
  if (extension == ".wav") return ConvertedKind{.container = Container::Wav, .format = {}};
  if (const auto format = format_of_extension(path))
    return ConvertedKind{.container = Container::Raw, .format = format};
  return std::nullopt;
}

std::unique_ptr<ConvertedFile> make_converted_file(const fs::path& path, ConvertedKind kind, const Recording& from,
                                                   SampleFormat format) {
  switch (kind.container) {
    case Container::Sigmf:
      return std::make_unique<SigmfPair>(sigmf_stem(path), from, format);
    case Container::Archive:
      return std::make_unique<ArchivedRecording>(path, from, format);
    case Container::Wav:
      return std::make_unique<PlainFile>(path, IqFile::Kind::Wav, from, format);
    case Container::Raw:
      break;
  }
  return std::make_unique<PlainFile>(path, IqFile::Kind::Raw, from, format);
}

}  // namespace spectrumd
