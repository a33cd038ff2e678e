// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gpufft/fft.h"
#include "gpufft/spectrum.h"

namespace gpufft {

// A plan that cannot be made. The text says what was requested, why it fails and what would work.
struct PlanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A device that failed while working, or is absent at the moment. The text says what happened. A retry may succeed.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What programs and tests need to know about a backend before they plan on it.
struct BackendTraits {
  bool processor = false;        // always available: what a program falls back to when a device fails
  bool composed = false;         // made of other backends, and as exact as they are
  bool compiles = false;         // a driver compiles the kernels of each plan, which may take seconds
  bool emulated = false;         // its test device is software: slow, allocates while it works
  bool safe_to_try = true;       // false: a fault on its real device may crash the whole machine
  std::string_view test_device;  // a device that every machine has; empty: the default device
};

// Memory for samples of a program, which lives as long as this.
class HostBuffer {
 public:
  virtual ~HostBuffer() = default;
  virtual std::span<std::byte> bytes() const = 0;
};

// A place where transforms run. Backends live as long as the program; any thread may call them. The caller owns the
// plans.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;         // "cpu"
  virtual std::string_view description() const = 0;  // one line for a person
  virtual BackendTraits traits() const { return {}; }
  // Nullopt if plans can be made now, else the reason for the owner of the machine; checked again in each call.
  virtual std::optional<std::string> why_unavailable() const = 0;
  // One line for a person per device; empty if there are none now.
  virtual std::vector<std::string> devices() const = 0;

  // Make a plan, which may take seconds (see BackendTraits::compiles). Throw PlanError for a request this backend
  // cannot serve, DeviceError if the device is absent or fails at the moment.
  virtual std::unique_ptr<Fft> plan_fft(const FftRequest& request) const = 0;
  virtual std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const = 0;

  // Throws the PlanError that plan_spectrum() would throw, but neither plans nor opens a device: for threads that must
  // not wait. By default refuses only requests that are invalid for every backend.
  virtual void check_spectrum(const SpectrumRequest& request) const;

  // The same backend on one of its devices, by a name such as "pi3"; the result lives as long as the program. Throws
  // PlanError for a name that cannot be one of its devices.
  virtual const Backend& on(std::string_view device) const;
  // Whether choose_backend("auto"), which does not measure, skips this backend.
  virtual bool only_by_name() const { return false; }
  // The devices that take part where "auto" measures (gpufft/planning/trials.h); "" is the default device. Unless
  // overridden just that one, or none if only_by_name().
  virtual std::vector<std::string> auto_devices() const;

  // Upper bound of the relative L2 error against a DFT in double for transforms of `length` points.
  virtual double error_bound(std::size_t length) const = 0;

  // Memory that a device copies from directly, at its full speed: samples anywhere else are copied to such memory
  // first. Whole samples of it, wherever they begin, can be given to spectra; free it when no call uses it. By default
  // ordinary memory. Throws PlanError if the device never has as much at once, DeviceError if it fails at the moment,
  // std::bad_alloc.
  virtual std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) const;
};

// All backends of this build, best first. To add one, add it to the list in backend.cpp.
std::span<const Backend* const> backends();

// The backend that is always available, for programs to fall back to.
const Backend& processor_backend();

// The backend of a name such as "cpu", or one of its devices, as in "qpu:emulated:pi3". Throws PlanError for a name
// that this build does not have; does not check whether the backend is available.
const Backend& backend_named(std::string_view name, std::span<const Backend* const> among = backends());

struct Choice {
  const Backend* backend;
  std::string reason;  // why it was chosen, in words for a status page
};

// The backend of a name, as backend_named() finds it; "auto" is the first available one, without measuring. Throws
// PlanError if this build has no such backend (the text lists those it has) or if it is not available (the text says
// why).
Choice choose_backend(std::string_view name, std::span<const Backend* const> among = backends());

}  // namespace gpufft
