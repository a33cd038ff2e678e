// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

// A kernel writes where this process has no memory, and the device has found out.
void access_illegally();

// Keeps all of the device busy from the start until told, as a kernel that hangs would; not for longer than 20 s or so.
class BusyDevice {
 public:
  BusyDevice();
  BusyDevice(const BusyDevice&) = delete;
  BusyDevice& operator=(const BusyDevice&) = delete;
  ~BusyDevice();

  bool is_busy() const;
  void stop();

 private:
  int* stop_ = nullptr;  // in memory of the host that the device reads
  cudaStream_t stream_ = nullptr;
};
