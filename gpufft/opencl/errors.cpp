// SPDX-License-Identifier: MIT
#include "gpufft/opencl/errors.h"

#include "gpufft/backend.h"

namespace gpufft::opencl {
namespace {

constexpr cl_int kNoPlatform = -1001;  // the loader's CL_PLATFORM_NOT_FOUND_KHR

}  // namespace

std::string status_text(cl_int status) {
  switch (status) {
    case kNoPlatform:
      return "no OpenCL driver is installed; Debian has pocl-opencl-icd for processors, mesa-opencl-icd, "
             "intel-opencl-icd and nvidia-opencl-icd for GPUs";
    case CL_DEVICE_NOT_FOUND:
      return "the driver has no device; is the GPU there, and may this user open it (group render or video)?";
    case CL_DEVICE_NOT_AVAILABLE:
      return "the device is there but not available: lost, or in use by another program";
    case CL_COMPILER_NOT_AVAILABLE:
      return "the driver has no compiler; another driver of the same device may have one";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_RESOURCES:
      return "the device is out of memory or of other resources, or was lost; fewer bins or a smaller batch need less";
    case CL_OUT_OF_HOST_MEMORY:
      return "out of memory; fewer bins or a smaller batch need less";
    case CL_INVALID_BUFFER_SIZE:
      return "more memory than the device allocates at once; fewer bins or a smaller batch need less";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
      return "an earlier command has failed: the device was lost";
    default:
      return "OpenCL status " + std::to_string(status);
  }
}

void check(cl_int status, std::string_view what) {
  if (status != CL_SUCCESS) throw DeviceError(std::string(what) + ": " + status_text(status));
}

}  // namespace gpufft::opencl
