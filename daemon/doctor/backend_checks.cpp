// SPDX-License-Identifier: MIT
// Available backends: those of this build, and the GPU drivers of the machine. Drivers are detected by their files
// alone; the backends load them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "daemon/doctor/child.h"
#include "daemon/doctor/doctor.h"
#include "daemon/doctor/self_test.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

using State = Finding::State;

constexpr auto kSelfTestLimit = std::chrono::seconds(20);  // drivers compile what they run

Finding check_backend(const std::string& name) {
  try {
    const SelfTest test = self_test(name, kSelfTestLimit);
    if (!test.unavailable.empty()) return {"FFT-01", State::Skip, to_string(test), ""};
    if (test.good) return {"FFT-01", State::Ok, to_string(test), ""};
    return {"FFT-01", State::Fail, to_string(test), "choose another backend, or stop overclocking"};
  } catch (const ChildFailed& error) {
    return {"FFT-01", State::Warn, fmt::format("{}: {}", name, error.what()), "choose another one with --backend"};
  }
}

Finding check_opencl(const Sysroot& root) {
  auto drivers = root.names("etc/OpenCL/vendors");
  std::erase_if(drivers, [](const std::string& name) { return !name.ends_with(".icd"); });
  if (drivers.empty()) return {"OCL-01", State::Skip, "no OpenCL driver: /etc/OpenCL/vendors has no .icd file", ""};
  if (std::ranges::all_of(drivers, [](const std::string& name) { return name.starts_with("pocl"); }))
    return {"OCL-01", State::Ok, "OpenCL through pocl only, which runs on the CPU: slower than the backend cpu", ""};
  const auto nodes = root.names("dev/dri");
  for (const std::string& node : nodes) {
    const auto owner = root.owner("dev/dri/" + node);
    if (!node.starts_with("renderD") || !owner || root.may_use(*owner)) continue;
    return {"OCL-01", State::Warn,
            fmt::format("permission denied on /dev/dri/{} ({}) for {}", node, to_string(*owner), root.user()),
            fmt::format("usermod -aG {} {}", owner->group, root.user())};
  }
  return {"OCL-01", State::Ok, fmt::format("OpenCL drivers: {}", fmt::join(drivers, ", ")), ""};
}

Finding check_cuda(const Sysroot& root) {
  const bool node = root.has("dev/nvidia0"), library = !root.libraries("libcuda.so.1").empty();
  if (node && library) return {"CUDA-01", State::Ok, "an NVIDIA GPU with its driver", ""};
  if (node)
    return {"CUDA-01", State::Warn, "/dev/nvidia0 exists, but libcuda.so.1 does not", "install the driver's libcuda1"};
  if (library)
    return {"CUDA-01", State::Warn, "libcuda.so.1 exists, but /dev/nvidia0 does not",
            "load the driver with modprobe nvidia; pass the devices into a container"};
  return {"CUDA-01", State::Skip, "no CUDA driver", ""};
}

}  // namespace

// Backends that are not safe to try have separate checks.
std::vector<Finding> check_backends(const Examination& examination) {
  std::vector<Finding> findings;
  if (examination.root.is_this_machine())
    for (const gpufft::Backend* backend : gpufft::backends())
      if (backend->traits().safe_to_try) findings.push_back(check_backend(std::string(backend->name())));
  findings.push_back(check_opencl(examination.root));
  findings.push_back(check_cuda(examination.root));
  return findings;
}

}  // namespace spectrumd
