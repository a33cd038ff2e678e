// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "gpufft/spectrum.h"
#include "mailbox/descriptor.h"

namespace gpufft::qpu {

// Memory that the helper and its client share for the batches of a plan: samples in one direction, a row in the other.
// The helper creates it and seals its size, so that neither end can shrink it while the other uses it.
class SharedBatch {
 public:
  explicit SharedBatch(const SpectrumRequest& request);                          // the helper's; throws DeviceError
  SharedBatch(const SpectrumRequest& request, mailbox::Descriptor from_helper);  // the client's; throws DeviceError
  SharedBatch(const SharedBatch&) = delete;
  SharedBatch& operator=(const SharedBatch&) = delete;
  ~SharedBatch();

  static std::size_t bytes_of(const SpectrumRequest& request);

  int descriptor() const { return file_.get(); }
  std::size_t most_frames() const { return most_frames_; }  // in a batch
  std::span<std::byte> samples(std::size_t frames) const;
  void store(const PowerRow& row) const;
  void load(PowerRow& row) const;

 private:
  std::span<float> part(std::size_t index) const;
  void map();

  SpectrumRequest request_;
  std::size_t most_frames_, bytes_;
  mailbox::Descriptor file_;
  std::byte* start_ = nullptr;
};

}  // namespace gpufft::qpu
