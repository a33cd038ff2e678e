// SPDX-License-Identifier: MIT
#include "gpufft/opencl/device.h"

#include <algorithm>

#include "gpufft/backend.h"
#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/program_cache.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {
namespace {

// Does not allow one optimisation, finite math: a non-finite factor must not be guessed away.
constexpr auto kOptions = "-cl-std=CL1.2 -cl-mad-enable -cl-no-signed-zeros";

std::string text_of(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  check(clGetDeviceInfo(device, what, 0, nullptr, &size), "asking a device for its facts");
  std::string value(size, '\0');
  check(clGetDeviceInfo(device, what, size, value.data(), nullptr), "asking a device for its facts");
  while (!value.empty() && (value.back() == '\0' || value.back() == ' ')) value.pop_back();
  return value;
}

std::string platform_name(cl_platform_id platform) {
  std::size_t size = 0;
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size), "asking a driver for its name");
  std::string name(size, '\0');
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, name.data(), nullptr), "asking a driver for its name");
  name.resize(name.find('\0') == std::string::npos ? name.size() : name.find('\0'));
  return name;
}

template <typename Number>
std::size_t number_of(cl_device_id device, cl_device_info what) {
  Number value{};
  check(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "asking a device for its facts");
  return static_cast<std::size_t>(value);
}

DeviceFacts facts_of(cl_platform_id platform, cl_device_id id) {
  return {.platform = platform,
          .id = id,
          .name = text_of(id, CL_DEVICE_NAME),
          .driver = platform_name(platform) + ' ' + text_of(id, CL_DRIVER_VERSION),
          .processor = (number_of<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0,
          .shares_memory = number_of<cl_bool>(id, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0,
          .lanes = number_of<cl_uint>(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT),
          .local_bytes = number_of<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE),
          .largest_group = number_of<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE),
          .units = number_of<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS),
          .largest_buffer = number_of<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE),
          .memory = number_of<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE)};
}

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  check(clGetPlatformIDs(0, nullptr, &count), "looking for drivers");
  std::vector<cl_platform_id> found(count);
  check(clGetPlatformIDs(count, found.data(), nullptr), "looking for drivers");
  return found;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  cl_uint count = 0;
  const cl_int status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (status == CL_DEVICE_NOT_FOUND || count == 0) return {};
  check(status, "looking for devices");
  std::vector<cl_device_id> found(count);
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, found.data(), nullptr), "looking for devices");
  return found;
}

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return {};
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  constexpr std::size_t kEnough = 2000;
  log.resize(std::min({log.size(), log.find('\0'), kEnough}));
  return log;
}

}  // namespace

std::vector<DeviceFacts> list_devices() {
  std::vector<DeviceFacts> devices;
  for (const cl_platform_id platform : platforms()) {
    for (const cl_device_id id : devices_of(platform)) devices.push_back(facts_of(platform, id));
  }
  if (devices.empty()) check(CL_DEVICE_NOT_FOUND, "looking for devices");
  std::ranges::stable_sort(devices, {}, &DeviceFacts::processor);
  return devices;
}

Device::Device(const DeviceFacts& facts) : Device(facts, limits_of(facts)) {}

Device::Device(const DeviceFacts& facts, const Limits& limits) : facts_(facts), limits_(limits) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(facts.platform), 0};
  cl_int status = CL_SUCCESS;
  context_.reset(clCreateContext(properties, 1, &facts_.id, nullptr, nullptr, &status));
  check(status, "opening " + facts_.name);
}

Queue Device::queue() const {
  cl_int status = CL_SUCCESS;
  Queue queue(clCreateCommandQueue(context_.get(), facts_.id, 0, &status));
  check(status, "a queue on " + facts_.name);
  return queue;
}

Buffer Device::buffer(std::size_t bytes) const {
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 1), nullptr, &status));
  check(status, text(bytes, " bytes of memory on ", facts_.name));
  return buffer;
}

Buffer Device::buffer(std::span<const float> numbers) const {
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, numbers.size_bytes(),
                               const_cast<float*>(numbers.data()), &status));
  check(status, text(numbers.size_bytes(), " bytes of tables on ", facts_.name));
  return buffer;
}

Buffer Device::host_buffer(std::size_t bytes) const {
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                               std::max<std::size_t>(bytes, 1), nullptr, &status));
  check(status, text(bytes, " bytes of shared memory for ", facts_.name));
  return buffer;
}

Kernel Device::kernel(const std::string& source, const char* name) const {
  const std::scoped_lock lock(mutex_);
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program(source), name, &status));
  check(status, text("kernel ", name, " on ", facts_.name));
  return kernel;
}

cl_program Device::program(const std::string& source) const {
  const auto [at, is_new] = programs_.try_emplace(source);
  if (!is_new && at->second) return at->second.get();
  const ProgramCache cache(facts_, kOptions);
  if (auto kept = cache.find(context_.get(), source)) return (at->second = std::move(kept)).get();
  const char* start = source.data();
  const std::size_t size = source.size();
  cl_int status = CL_SUCCESS;
  Program built(clCreateProgramWithSource(context_.get(), 1, &start, &size, &status));
  check(status, "a program for " + facts_.name);
  if (clBuildProgram(built.get(), 1, &facts_.id, kOptions, nullptr, nullptr) != CL_SUCCESS) {
    throw DeviceError(
        "the compiler of " + facts_.name + " (" + facts_.driver +
        ") refuses a kernel; another driver may accept it. The compiler says: " + build_log(built.get(), facts_.id));
  }
  cache.keep(built.get(), source);
  return (at->second = std::move(built)).get();
}

}  // namespace gpufft::opencl
