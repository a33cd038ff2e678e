// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

// Runs a kernel that writes to an invalid address; returns when the device has detected it.
void access_illegally();

// Keeps the whole device busy until released, like a hanging kernel; not longer than about 20 s.
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
