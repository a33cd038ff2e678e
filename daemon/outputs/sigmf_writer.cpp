// SPDX-License-Identifier: MIT
#include "daemon/outputs/sigmf_writer.h"

#include <spdlog/spdlog.h>

#include "daemon/config/key_values.h"
#include "daemon/config/version.h"

namespace spectrumd {
namespace {

constexpr std::size_t kReserve = 64 * 1024;

std::filesystem::path with_extension(std::filesystem::path stem, const char* extension) { return stem += extension; }

std::filesystem::path folder_of(const std::filesystem::path& stem) {
  return stem.has_parent_path() ? stem.parent_path() : std::filesystem::path(".");
}

std::string_view datatype_of(gpufft::SampleFormat format) {
  switch (format) {
    case gpufft::SampleFormat::Cu8:
      return "cu8";
    case gpufft::SampleFormat::Cs8:
      return "ci8";
    case gpufft::SampleFormat::Cs16:
      return "ci16_le";
    case gpufft::SampleFormat::Cf32:
      break;
  }
  return "cf32_le";
}

Json to_json(const SigmfGlobal& global) {
  Json json{{"core:datatype", datatype_of(global.format)},
            {"core:sample_rate", number_json(global.rate.value)},
            {"core:version", "1.2.0"},
            {"core:recorder", "spectrumd " + std::string(version())},
            {"core:hw", global.hardware}};
  if (!global.description.empty()) json["core:description"] = global.description;
  return json;
}

}  // namespace

SigmfWriter::SigmfWriter(std::filesystem::path stem, const SigmfGlobal& global)
    : sample_bytes_(gpufft::bytes_per_sample(global.format)),
      metadata_path_(with_extension(stem, ".sigmf-meta")),
      data_(with_extension(stem, ".sigmf-data")),
      reserve_(folder_of(stem), kReserve),
      metadata_{{"global", to_json(global)}, {"captures", Json::array()}, {"annotations", Json::array()}} {
  std::error_code error;
  try {
    if (std::filesystem::exists(metadata_path_, error)) throw OutputError(metadata_path_, EEXIST);
    write_metadata();
  } catch (...) {
    std::filesystem::remove(data_.path(), error);
    throw;
  }
}

void SigmfWriter::begin_capture(const SigmfCapture& capture, const std::string& label, const std::string& comment) {
  metadata_["captures"].push_back({{"core:sample_start", samples()},
                                   {"core:global_index", capture.global_index},
                                   {"core:frequency", number_json(capture.center.value)},
                                   {"core:datetime", format_time(capture.time)}});
  annotate(label, comment);
  write_metadata();
}

void SigmfWriter::append(std::span<const std::byte> samples) { data_.append(samples); }

void SigmfWriter::finish(const std::string& label, const std::string& comment) noexcept {
  try {
    data_.cut(samples() * sample_bytes_);
    reserve_.release();
    annotate(label, comment);
    write_metadata();
    data_.sync();
  } catch (const std::exception& error) {
    // What was written before stands and can be read.
    spdlog::warn("recording: {}", error.what());
  }
}

void SigmfWriter::annotate(const std::string& label, const std::string& comment) {
  if (label.empty()) return;
  metadata_["annotations"].push_back(
      {{"core:sample_start", samples()}, {"core:sample_count", 0}, {"core:label", label}, {"core:comment", comment}});
}

void SigmfWriter::write_metadata() const {
  replace_file(metadata_path_, metadata_.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

}  // namespace spectrumd
