// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// An RTL-SDR stick as the kernel reports it, found without opening it, so that its user is not disturbed.
struct UsbStick {
  std::string path;  // "1-1.4": where it is plugged in
  std::string node;  // "dev/bus/usb/001/004"
  std::string manufacturer, product, serial;
  int megabits = 0;
  std::string driver;  // kernel driver that has claimed it; empty for none
  std::string holder;  // "rtl_tcp (pid 812)", or empty
};
std::vector<UsbStick> find_usb_sticks(const Sysroot& root);

}  // namespace spectrumd
