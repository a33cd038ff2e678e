// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "gpufft/spectrum.h"
#include "mailbox/descriptor.h"

namespace gpufft::process {

// Memory that a plan's process and the plan's owner share: first the request, then for every call samples in one
// direction and a row in the other. Both programs come from the same build, so they agree on the layout. The owner
// creates it; a byte over a socket hands it from one side to the other.
class SharedCall {
 public:
  struct Header {
    std::size_t size = sizeof(Header);  // differs if the programs are of different builds
    SpectrumRequest request;
    std::size_t frames = 0;  // in this call
    bool reset = false;      // forget the tracked mean first
    double device_seconds = 0;
    std::array<char, 480> failure{};  // empty: none

    void set_failure(std::string_view words);
    std::string_view failure_words() const;
  };

  explicit SharedCall(const SpectrumRequest& request);  // the owner's; throws DeviceError
  explicit SharedCall(mailbox::Descriptor file);        // the process's; throws DeviceError
  SharedCall(const SharedCall&) = delete;
  SharedCall& operator=(const SharedCall&) = delete;
  ~SharedCall();

  int descriptor() const { return file_.get(); }
  Header& header() const { return *reinterpret_cast<Header*>(start_); }
  std::size_t most_frames() const;  // in one call
  std::span<std::byte> samples(std::size_t frames) const;
  void store(const PowerRow& row) const;
  void load(PowerRow& row) const;

 private:
  void map();
  std::span<float> part(std::size_t index) const;

  mailbox::Descriptor file_;
  std::size_t bytes_ = 0;
  std::byte* start_ = nullptr;
};

}  // namespace gpufft::process
