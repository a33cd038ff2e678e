// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A device that does not open, or is gone: the cause for programs, the text for people.
struct DeviceError : SourceError {
  DeviceError(Cause why, const std::string& text) : SourceError(text), cause(why) {}
  Cause cause;
};

// One opened radio. All calls are made by one thread, save for read() and cancel(). Any call may take its time, or
// never return: whoever calls them sees to it that nobody waits for him.
class Device {
 public:
  using Receive = std::function<void(std::span<const std::byte>)>;

  virtual ~Device() = default;  // leaves the device as it should be left

  virtual const std::string& description() const = 0;  // for a person

  // Throws DeviceError. Not called while read() runs for a wish that restarts it.
  virtual Tuned tune(const TuningRequest& request) = 0;

  // Whether read() has to end before, and begin anew after, going from one tuning to the other.
  virtual bool restarts(const Tuning& from, const Tuning& to) const { return from.rate != to.rate; }

  // Hands over what comes, on the caller's thread, until cancel(). Throws DeviceError when the device is lost.
  virtual void read(const Receive& receive) = 0;
  virtual void cancel() noexcept = 0;  // any thread; also before read()

  virtual bool lost() const noexcept { return false; }  // any thread: it is gone, read() will end soon

  // Samples that are known to have been lost, where a device can tell; nothing: it has to be worked out from the clock.
  virtual std::optional<std::uint64_t> lost_samples() const { return std::nullopt; }

  // How much of what comes after the start may be older than the tuning.
  virtual std::size_t unsettled_bytes() const { return 0; }

  // The same after a tune() while it is read, for a machine that is never late: what was queued here because we came
  // late is found out by the clock, and is at most `queue_bytes`.
  virtual std::size_t unsettled_bytes_after_tune() const { return unsettled_bytes(); }
  virtual std::size_t queue_bytes() const { return std::numeric_limits<std::size_t>::max(); }

  // So long a silence is no stall yet.
  virtual std::chrono::milliseconds patience() const { return std::chrono::milliseconds(1000); }
};

// A kind of device, and which of them is wanted.
struct DeviceKind {
  std::string kind;         // "rtlsdr"
  std::string description;  // until one has been opened
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  bool usb = false;                                                   // it may come when something is plugged in
  std::function<void(const Tuning&)> check;                           // throws TuningRefused
  std::function<std::unique_ptr<Device>(const TuningRequest&)> open;  // opens and tunes; throws DeviceError
};

}  // namespace spectrumd
