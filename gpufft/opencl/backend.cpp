// SPDX-License-Identifier: MIT
#include "gpufft/opencl/backend.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "gpufft/opencl/device.h"
#include "gpufft/opencl/fft.h"
#include "gpufft/opencl/host_memory.h"
#include "gpufft/opencl/spectrum.h"
#include "gpufft/opencl/text.h"
#include "gpufft/planning/late_spectrum.h"
#include "gpufft/requests.h"

namespace gpufft::opencl {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 26;

std::optional<std::size_t> index_of(std::string_view text) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index;
}

std::string held_words(const DeviceFacts& device) {
  const HeldMemory held = held_memory(device);
  if (held.pieces == 0) return {};
  return text("; ", held.pieces, " buffers of ", held.bytes, " bytes held for copies that a failed plan has not ended");
}

bool has(std::string_view name, std::string_view part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return !std::ranges::search(name, part, same).empty();
}

}  // namespace

OpenClBackend::OpenClBackend(std::string_view device) : wanted_(device) {
  description_ = text("the OpenCL device ", device);
}

OpenClBackend::~OpenClBackend() = default;

// Devices come and go: whether this one exists is checked when it is used.
const Backend& OpenClBackend::on(std::string_view device) const {
  if (device.empty()) throw PlanError("backend opencl expects a device's number or name, as in opencl:0");
  if (device == wanted_) return *this;
  const std::scoped_lock lock(mutex_);
  auto& other = others_[std::string(device)];
  if (!other) other.reset(new OpenClBackend(device));
  return *other;
}

DeviceFacts OpenClBackend::facts() const {
  const auto devices = list_devices();
  const auto index = index_of(wanted_);
  if (index && *index < devices.size()) return devices[*index];
  const auto named = std::ranges::find_if(devices, [this](const auto& each) { return has(each.name, wanted_); });
  if (!index && named != devices.end()) return *named;
  std::string names;
  for (const auto& each : devices) names += (names.empty() ? "" : ", ") + each.name;
  throw DeviceError("no device " + wanted_ + "; available: " + names);
}

std::optional<std::string> OpenClBackend::why_unavailable() const {
  try {
    facts();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return std::nullopt;
}

std::vector<std::string> OpenClBackend::devices() const {
  if (why_unavailable()) return {};
  std::vector<std::string> lines;
  for (const DeviceFacts& facts : list_devices()) {
    lines.push_back(text(lines.size(), ": ", facts.name, ", ", facts.units, facts.processor ? " cores, " : " units, ",
                         facts.memory >> 20, " MiB, ", facts.driver, held_words(facts)));
  }
  return lines;
}

bool OpenClBackend::only_by_name() const {
  try {
    return facts().processor;
  } catch (const DeviceError&) {
    return false;  // why_unavailable() says more
  }
}

std::shared_ptr<const Device> OpenClBackend::device() const {
  const std::scoped_lock lock(mutex_);
  if (!device_ || device_->lost()) device_ = std::make_shared<const Device>(facts());
  return device_;
}

std::unique_ptr<Fft> OpenClBackend::plan_fft(const FftRequest& request) const {
  check_request(request, name(), kLongest);
  return std::make_unique<OpenClFft>(device(), request);
}

std::unique_ptr<Spectrum> OpenClBackend::plan_spectrum(const SpectrumRequest& request) const {
  check_request(request, name(), kLongest);
  check_memory(facts(), request);
  return std::make_unique<LateSpectrum>([this, request] { return opencl::plan_spectrum(device(), request); });
}

// A device that is absent, or is being opened at the moment, has no limits to check against.
void OpenClBackend::check_spectrum(const SpectrumRequest& request) const {
  check_request(request, name(), kLongest);
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  try {
    check_memory(device_ ? device_->facts() : facts(), request);
  } catch (const DeviceError&) {
    return;
  }
}

std::unique_ptr<HostBuffer> OpenClBackend::host_buffer(std::size_t bytes) const {
  const auto on = device();
  if (bytes > on->facts().largest_buffer)
    throw PlanError(text(bytes, " bytes: more memory than ", on->facts().name, " allocates at once"));
  return std::make_unique<ProgramMemory>(*on, bytes);
}

// Bound for many random points; twice that for Bluestein's three transforms.
double OpenClBackend::error_bound(std::size_t length) const {
  const double bound = 0x1p-24 * std::max(2.0, std::log2(static_cast<double>(length)));
  return cheapest_routes(length, modelled_cost(length)).empty() ? 2 * bound : bound;
}

}  // namespace gpufft::opencl
