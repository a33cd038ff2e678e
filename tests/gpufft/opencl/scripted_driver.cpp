// SPDX-License-Identifier: MIT
#include "tests/gpufft/opencl/scripted_driver.h"

#include <dlfcn.h>

namespace {

template <typename Function>
Function* real(const char* name, Function*) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define REAL(name) real(#name, &name)

}  // namespace

ScriptedDriver& ScriptedDriver::get() {
  static ScriptedDriver script;
  return script;
}

extern "C" {

cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id* platforms, cl_uint* count) {
  if (const auto status = ScriptedDriver::get().platforms) return *status;
  return REAL(clGetPlatformIDs)(entries, platforms, count);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint entries, cl_device_id* devices,
                      cl_uint* count) {
  if (const auto status = ScriptedDriver::get().devices) return *status;
  return REAL(clGetDeviceIDs)(platform, type, entries, devices, count);
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* status) {
  if (const auto scripted = ScriptedDriver::get().buffers) {
    *status = *scripted;
    return nullptr;
  }
  return REAL(clCreateBuffer)(context, flags, size, host, status);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                              const size_t* global, const size_t* local, cl_uint waits, const cl_event* wait_for,
                              cl_event* event) {
  if (const auto status = ScriptedDriver::get().launches) return *status;
  return REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local, waits, wait_for, event);
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void* value, size_t* needed) {
  if (!ScriptedDriver::get().hangs) return REAL(clGetEventInfo)(event, what, size, value, needed);
  *static_cast<cl_int*>(value) = CL_RUNNING;
  return CL_SUCCESS;
}

}  // extern "C"
