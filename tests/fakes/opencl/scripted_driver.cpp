// SPDX-License-Identifier: MIT
#include "tests/fakes/opencl/scripted_driver.h"

#include <dlfcn.h>

#include <mutex>
#include <vector>

namespace {

template <typename Function>
Function* real(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define REAL(name) real(#name, &name)

// An event that copies wait for, until the script is reset.
class Gate {
 public:
  cl_event wait_for(cl_command_queue queue) {
    const std::scoped_lock lock(mutex_);
    cl_context context = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    closed_.push_back(clCreateUserEvent(context, nullptr));
    return closed_.back();
  }
  void open() {
    const std::scoped_lock lock(mutex_);
    for (const cl_event event : closed_) {
      clSetUserEventStatus(event, CL_COMPLETE);
      clReleaseEvent(event);
    }
    closed_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<cl_event> closed_;
};
Gate gate;

std::optional<cl_int> scripted(const ScriptedDriver::Answer& answer) { return answer.load(); }

}  // namespace

ScriptedDriver& ScriptedDriver::get() {
  static ScriptedDriver script;
  return script;
}

void ScriptedDriver::reset() {
  for (Answer* const answer : {&platforms, &devices, &builds, &buffers, &launches}) *answer = std::nullopt;
  hangs = shows_gpus = builds_wait = copies_wait = false;
  builds_wait.notify_all();
  gate.open();
}

extern "C" {

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id* platforms, cl_uint* count) {
  if (const auto status = scripted(ScriptedDriver::get().platforms)) return *status;
  return REAL(clGetPlatformIDs)(entries, platforms, count);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint entries, cl_device_id* devices,
                      cl_uint* count) {
  if (const auto status = scripted(ScriptedDriver::get().devices)) return *status;
  return REAL(clGetDeviceIDs)(platform, type, entries, devices, count);
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value, size_t* needed) {
  const cl_int status = REAL(clGetDeviceInfo)(device, what, size, value, needed);
  if (what == CL_DEVICE_TYPE && value != nullptr && ScriptedDriver::get().shows_gpus)
    *static_cast<cl_device_type*>(value) = CL_DEVICE_TYPE_GPU;
  return status;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                      void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  ScriptedDriver::get().builds_wait.wait(true);
  if (const auto status = scripted(ScriptedDriver::get().builds)) return *status;
  return REAL(clBuildProgram)(program, count, devices, options, notify, data);
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* status) {
  if (const auto failure = scripted(ScriptedDriver::get().buffers)) {
    *status = *failure;
    return nullptr;
  }
  return REAL(clCreateBuffer)(context, flags, size, host, status);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                              const size_t* global, const size_t* local, cl_uint waits, const cl_event* wait_for,
                              cl_event* event) {
  if (const auto status = scripted(ScriptedDriver::get().launches)) return *status;
  return REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local, waits, wait_for, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool waits_until_done, size_t offset, size_t bytes,
                            const void* from, cl_uint waits, const cl_event* wait_for, cl_event* event) {
  std::vector<cl_event> all(wait_for, wait_for + waits);
  if (ScriptedDriver::get().copies_wait && waits_until_done == CL_FALSE) all.push_back(gate.wait_for(queue));
  return REAL(clEnqueueWriteBuffer)(queue, to, waits_until_done, offset, bytes, from, static_cast<cl_uint>(all.size()),
                                    all.empty() ? nullptr : all.data(), event);
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void* value, size_t* needed) {
  if (!ScriptedDriver::get().hangs) return REAL(clGetEventInfo)(event, what, size, value, needed);
  *static_cast<cl_int*>(value) = CL_RUNNING;
  return CL_SUCCESS;
}

}  // extern "C"
