// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "daemon/outputs/output_file.h"
#include "daemon/sources/file/recording.h"

namespace spectrumd {

// What the extension of a file says that it becomes.
struct ConvertedKind {
  enum class Container { Sigmf, Archive, Wav, Raw };
  Container container{};
  std::optional<gpufft::SampleFormat> format;  // of raw samples
};

// ".sigmf-meta", ".sigmf-data" or neither: a pair of SigMF; ".sigmf": the pair in an archive; ".wav"; ".cu8", ".cs8",
// ".cs16", ".cf32" and other names of these: raw samples. Nullopt for other extensions.
std::optional<ConvertedKind> kind_of_output(const std::filesystem::path& path);

// The samples of a recording on their way into another file. One thread; all members throw OutputError and block on the
// disk. What is not finished is removed.
class ConvertedFile {
 public:
  virtual ~ConvertedFile() = default;
  virtual void begin(const Capture& capture) = 0;
  virtual void append(std::span<const std::byte> samples) = 0;
  virtual void finish() = 0;
  virtual bool keeps_captures() const = 0;  // false: where samples are missing, or the center changes, is lost
};

// `format` is that of the samples appended.
std::unique_ptr<ConvertedFile> make_converted_file(const std::filesystem::path& path, ConvertedKind kind,
                                                   const Recording& from, gpufft::SampleFormat format);

}  // namespace spectrumd
