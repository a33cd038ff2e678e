// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string_view>

namespace spectrumd {

// Listens to what the kernel and udev announce when a USB device is plugged in: the kernel at once, udev when it may be
// opened. Without netlink (a container, a unit that forbids it) it hears nothing, and the caller retries by the clock.
// One thread; wait() blocks.
class UsbEvents {
 public:
  UsbEvents();
  explicit UsbEvents(int descriptor) : descriptor_(descriptor) {}  // owns it; any socket with the same messages
  ~UsbEvents();
  UsbEvents(const UsbEvents&) = delete;
  UsbEvents& operator=(const UsbEvents&) = delete;

  bool wait(std::chrono::milliseconds limit);  // true: something was plugged in

 private:
  const int descriptor_;
};

bool announces_usb_device(std::string_view message);  // from the kernel or udev: a device was added or is ready

}  // namespace spectrumd
