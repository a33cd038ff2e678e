// SPDX-License-Identifier: MIT
#include "gpufft/process/shared_call.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>

#include "gpufft/backend.h"

namespace gpufft::process {
namespace {

static_assert(std::is_trivially_copyable_v<SpectrumRequest>, "it is read in another process");

constexpr std::size_t kPage = 4096;
constexpr std::size_t kBytesTogether = std::size_t{8} << 20, kMostFrames = 65536;

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

std::size_t row_bytes(const SpectrumRequest& request) { return 3 * request.bins * sizeof(float); }

std::size_t most_frames_of(const SpectrumRequest& request) {
  const std::size_t advance = std::max(request.hop, request.bins) * bytes_per_sample(request.format);
  return std::clamp<std::size_t>(kBytesTogether / advance, 1, kMostFrames);
}

std::size_t sample_bytes(const SpectrumRequest& request, std::size_t frames) {
  return ((frames - 1) * request.hop + request.bins) * bytes_per_sample(request.format);
}

// Header, row and samples each begin on a page: devices reach memory of whole pages fastest.
constexpr std::size_t kRowAt = round_up(sizeof(SharedCall::Header));
std::size_t samples_at(const SpectrumRequest& request) { return kRowAt + round_up(row_bytes(request)); }

[[noreturn]] void fail() { throw DeviceError(std::string("no memory to share: ") + std::strerror(errno)); }

}  // namespace

void SharedCall::Header::set_failure(std::string_view words) {
  failure = {};
  words.copy(failure.data(), failure.size() - 1);
}

std::string_view SharedCall::Header::failure_words() const {
  return {failure.data(), static_cast<std::size_t>(std::ranges::find(failure, '\0') - failure.begin())};
}

SharedCall::SharedCall(const SpectrumRequest& request)
    : file_(memfd_create("gpufft-call", MFD_CLOEXEC)),
      bytes_(samples_at(request) + sample_bytes(request, most_frames_of(request))) {
  if (file_.get() < 0 || ftruncate(file_.get(), static_cast<off_t>(bytes_)) != 0) fail();
  map();
  new (start_) Header{.request = request};
}

SharedCall::SharedCall(mailbox::Descriptor file) : file_(std::move(file)) {
  struct stat facts {};
  if (fstat(file_.get(), &facts) != 0) fail();
  bytes_ = static_cast<std::size_t>(facts.st_size);
  map();
  if (bytes_ < sizeof(Header) || header().size != sizeof(Header))
    throw DeviceError("the program for a plan's process is of another build than its owner; install both");
}

SharedCall::~SharedCall() { munmap(start_, bytes_); }

void SharedCall::map() {
  void* const start = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (start == MAP_FAILED) fail();
  start_ = static_cast<std::byte*>(start);
}

std::size_t SharedCall::most_frames() const { return most_frames_of(header().request); }

std::span<std::byte> SharedCall::samples(std::size_t frames) const {
  const SpectrumRequest& request = header().request;
  return std::span(start_, bytes_).subspan(samples_at(request), sample_bytes(request, frames));
}

std::span<float> SharedCall::part(std::size_t index) const {
  const std::size_t bins = header().request.bins;
  return {reinterpret_cast<float*>(start_ + kRowAt) + index * bins, bins};
}

void SharedCall::store(const PowerRow& row) const {
  std::copy(row.sum.begin(), row.sum.end(), part(0).begin());
  std::copy(row.max.begin(), row.max.end(), part(1).begin());
  std::copy(row.min.begin(), row.min.end(), part(2).begin());
}

void SharedCall::load(PowerRow& row) const {
  std::ranges::copy(part(0), row.sum.begin());
  std::ranges::copy(part(1), row.max.begin());
  std::ranges::copy(part(2), row.min.begin());
}

}  // namespace gpufft::process
