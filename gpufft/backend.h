// SPDX-License-Identifier: MIT
#pragma once

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

// A plan that cannot be made; the text says what was asked, why not, and what would work.
struct PlanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A device that failed at work, or is not there today; the text says what happened. Another attempt may succeed.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What programs and tests must know of a backend before they plan on it.
struct BackendTraits {
  bool processor = false;        // always available: what a program falls back to when a device fails
  bool composed = false;         // of other backends, and as exact as they are
  bool compiles = false;         // each plan has its kernels compiled by a driver, which may take seconds
  bool emulated = false;         // its test device is software: slow, and allocates while it works
  bool safe_to_try = true;       // false: a mistake on its real device may stop the whole machine
  std::string_view test_device;  // one that every machine has; empty: the backend as it is
};

// A place where transforms run. Backends live for the whole program.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;         // "cpu"
  virtual std::string_view description() const = 0;  // one line for a person
  virtual BackendTraits traits() const { return {}; }
  virtual std::optional<std::string> why_unavailable() const = 0;
  virtual std::vector<std::string> devices() const = 0;

  // Both throw PlanError for what cannot be, DeviceError for what cannot be today.
  virtual std::unique_ptr<Fft> plan_fft(const FftRequest& request) const = 0;
  virtual std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const = 0;

  // Throws the PlanError that plan_spectrum() would throw, but plans nothing and opens no device: for threads that must
  // not wait. Unless a backend says more, it refuses only what makes no sense.
  virtual void check_spectrum(const SpectrumRequest& request) const;

  // The same backend on one of its devices, which lives as long. Throws PlanError for a name that is none.
  virtual const Backend& on(std::string_view device) const;
  // choose_backend("auto"), which does not measure, passes it over.
  virtual bool only_by_name() const { return false; }
  // The devices that take part where "auto" measures (gpufft/planning/trials.h); "" is the backend as it is. By default
  // that alone, unless it is taken only by name.
  virtual std::vector<std::string> auto_devices() const;

  // Largest relative L2 error against a DFT in double that this backend promises for a length.
  virtual double error_bound(std::size_t length) const = 0;
};

// All backends of this build, best first. To add one, add it to the list in backend.cpp.
std::span<const Backend* const> backends();

const Backend& processor_backend();

// "cpu", or "qpu:emulated:pi3" for a backend on one of its devices. Throws PlanError for a name that is not in this
// build.
const Backend& backend_named(std::string_view name, std::span<const Backend* const> among = backends());

struct Choice {
  const Backend* backend;
  std::string reason;  // why this one, for status pages
};

// "auto" takes the first that is available, for who does not know yet what is to be done; a name takes exactly that
// one, as backend_named does. Throws PlanError for a name that is not in this build (the text lists those that are) or
// a backend that is not available (the text says why).
Choice choose_backend(std::string_view name, std::span<const Backend* const> among = backends());

}  // namespace gpufft
