// SPDX-License-Identifier: MIT
#include "daemon/outputs/sigmf_writer.h"

#include <pthread.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/config/version.h"

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kReserve = 64 * 1024;
constexpr auto kSyncEvery = std::chrono::seconds(1);

std::filesystem::path with_extension(std::filesystem::path stem, const char* extension) { return stem += extension; }

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
            {"core:version", kSigmfVersion},
            {"core:recorder", "spectrumd " + std::string(version())},
            {"core:hw", global.hardware}};
  if (!global.description.empty()) json["core:description"] = global.description;
  if (!global.collection.empty()) json["core:collection"] = global.collection;
  return json;
}

}  // namespace

SigmfWriter::SigmfWriter(std::filesystem::path stem, const SigmfGlobal& global, std::shared_ptr<Disk> disk)
    : sample_bytes_(gpufft::bytes_per_sample(global.format)),
      metadata_path_(with_extension(stem, ".sigmf-meta")),
      disk_(std::move(disk)),
      data_(with_extension(stem, ".sigmf-data"), disk_),
      reserve_(folder_of(stem), kReserve),
      next_sync_(Clock::now() + kSyncEvery),
      metadata_(new Json{{"global", to_json(global)}, {"captures", Json::array()}, {"annotations", Json::array()}}) {
  std::error_code error;
  try {
    if (std::filesystem::exists(metadata_path_, error)) throw OutputError(metadata_path_, EEXIST);
    replace_file(metadata_path_, text_of_metadata(), disk_);
  } catch (...) {
    std::filesystem::remove(data_.path(), error);
    throw;
  }
  keeping_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "recorder-sync");
    keep_on_disk(stop);
  });
}

SigmfWriter::~SigmfWriter() = default;

void SigmfWriter::begin_capture(const RecordingCapture& capture, const std::string& label, const std::string& comment) {
  const std::scoped_lock lock(mutex_);
  Json described{{"core:sample_start", samples()},
                 {"core:global_index", capture.global_index},
                 {"core:frequency", number_json(capture.center.value)}};
  if (capture.time) described["core:datetime"] = format_time(*capture.time);
  (*metadata_)["captures"].push_back(std::move(described));
  add_annotation(label, comment);
  ++version_;
  changed_.notify_one();
}

void SigmfWriter::annotate(const std::string& label, const std::string& comment) {
  const std::scoped_lock lock(mutex_);
  add_annotation(label, comment);
  ++version_;
  changed_.notify_one();
}

void SigmfWriter::append(std::span<const std::byte> samples_to_add) {
  try {
    data_.append(samples_to_add);
  } catch (const OutputError&) {
    data_.cut(samples() * sample_bytes_);
    throw;
  }
}

bool SigmfWriter::wait_until_described(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return described_.wait_for(lock, limit, [this] { return version_described_ == version_; });
}

std::optional<OutputError> SigmfWriter::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

// If changes come faster than the disk accepts them, samples and metadata get equal time.
void SigmfWriter::keep_on_disk(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    changed_.wait_until(lock, stop, next_sync_, [this] { return version_described_ != version_; });
    if (stop.stop_requested()) return;
    lock.unlock();
    const auto begin = Clock::now();
    const auto pause = commit() ? Clock::now() - begin : kSyncEvery;
    lock.lock();
    changed_.wait_for(lock, stop, pause, [] { return false; });
  }
}

// Returns whether the disk accepted everything.
bool SigmfWriter::commit() {
  std::optional<OutputError> trouble;
  try {
    write_metadata();
    if (Clock::now() >= next_sync_) {
      data_.sync();
      next_sync_ = Clock::now() + kSyncEvery;
    }
  } catch (const OutputError& error) {
    trouble = error;
  }
  const std::scoped_lock lock(mutex_);
  if (!trouble_ || trouble_->disk_full()) trouble_ = trouble;
  return !trouble;
}

void SigmfWriter::write_metadata() {
  std::unique_lock lock(mutex_);
  const std::uint64_t version = version_;
  if (version == version_described_) return;
  const std::string text = text_of_metadata();
  lock.unlock();
  try {
    replace_file_on_disk(metadata_path_, text, disk_);
  } catch (const OutputError& error) {
    if (!error.disk_full()) throw;
    reserve_.release();
    replace_file_on_disk(metadata_path_, text, disk_);
  }
  reserve_.hold();
  lock.lock();
  version_described_ = version;
  described_.notify_all();
}

void SigmfWriter::finish(const std::string& label, const std::string& comment) noexcept {
  try {
    annotate(label, comment);
    keeping_.request_stop();
    keeping_.join();
    write_metadata();
    data_.sync();
  } catch (const std::exception& error) {
    // What was written before is still readable.
    spdlog::warn("recording: {}", error.what());
  }
}

// The second thread may be stuck in the middle of the same: its rename then fails or installs this text, too.
void SigmfWriter::abandon(const std::string& label, const std::string& comment) noexcept {
  try {
    annotate(label, comment);
    std::unique_lock lock(mutex_);
    const std::string text = text_of_metadata();
    lock.unlock();
    replace_file(metadata_path_, text, disk_);
  } catch (const std::exception& error) {
    spdlog::warn("recording: {}", error.what());
  }
}

void SigmfWriter::add_annotation(const std::string& label, const std::string& comment) {
  if (label.empty()) return;
  (*metadata_)["annotations"].push_back(
      {{"core:sample_start", samples()}, {"core:sample_count", 0}, {"core:label", label}, {"core:comment", comment}});
}

std::string SigmfWriter::text_of_metadata() const {
  return metadata_->dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace spectrumd
