// SPDX-License-Identifier: MIT
#include "gpufft/qpu/helper/shared_batch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "gpufft/backend.h"

namespace gpufft::qpu {
namespace {

constexpr std::size_t kSamples = 1 << 18;  // in a batch, about: a whole call of the daemon; at least one frame
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

std::size_t most_frames_of(const SpectrumRequest& request) { return std::max<std::size_t>(1, kSamples / request.hop); }

std::size_t bytes_of_row(const SpectrumRequest& request) { return 3 * request.bins * sizeof(float); }

std::size_t bytes_of_samples(const SpectrumRequest& request, std::size_t frames) {
  return ((frames - 1) * request.hop + request.bins) * bytes_per_sample(request.format);
}

[[noreturn]] void fail(const char* what) {
  throw DeviceError(fmt::format("qpu helper: {}: {}", what, std::strerror(errno)));
}

mailbox::Descriptor make_file(std::size_t bytes) {
  mailbox::Descriptor file(memfd_create("qpu-batch", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file.get() < 0 || ftruncate(file.get(), static_cast<off_t>(bytes)) != 0 ||
      fcntl(file.get(), F_ADD_SEALS, kSeals) != 0)
    fail("no shared memory");
  return file;
}

}  // namespace

// The row comes first, where it is aligned.
std::size_t SharedBatch::bytes_of(const SpectrumRequest& request) {
  return bytes_of_row(request) + bytes_of_samples(request, most_frames_of(request));
}

SharedBatch::SharedBatch(const SpectrumRequest& request)
    : request_(request), most_frames_(most_frames_of(request)), bytes_(bytes_of(request)), file_(make_file(bytes_)) {
  map();
}

SharedBatch::SharedBatch(const SpectrumRequest& request, mailbox::Descriptor from_helper)
    : request_(request),
      most_frames_(most_frames_of(request)),
      bytes_(bytes_of(request)),
      file_(std::move(from_helper)) {
  struct stat facts {};
  if (fstat(file_.get(), &facts) != 0) fail("it sent no shared memory");
  if (static_cast<std::size_t>(facts.st_size) != bytes_)
    throw DeviceError("qpu helper: its shared memory has another size, so it is another version; restart it");
  map();
}

void SharedBatch::map() {
  void* const start = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (start == MAP_FAILED) fail("shared memory cannot be mapped");
  start_ = static_cast<std::byte*>(start);
}

SharedBatch::~SharedBatch() { munmap(start_, bytes_); }

std::span<float> SharedBatch::part(std::size_t index) const {
  return {reinterpret_cast<float*>(start_) + index * request_.bins, request_.bins};
}

std::span<std::byte> SharedBatch::samples(std::size_t frames) const {
  return std::span(start_, bytes_).subspan(bytes_of_row(request_), bytes_of_samples(request_, frames));
}

void SharedBatch::store(const PowerRow& row) const {
  std::copy(row.sum.begin(), row.sum.end(), part(0).begin());
  std::copy(row.max.begin(), row.max.end(), part(1).begin());
  std::copy(row.min.begin(), row.min.end(), part(2).begin());
}

void SharedBatch::load(PowerRow& row) const {
  std::ranges::copy(part(0), row.sum.begin());
  std::ranges::copy(part(1), row.max.begin());
  std::ranges::copy(part(2), row.min.begin());
}

}  // namespace gpufft::qpu
