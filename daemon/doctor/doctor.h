// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "daemon/doctor/sysroot.h"

namespace spectrumd {

// What a check found: Warn where it works but not well, Fail where it does not work until it is cured.
struct Finding {
  enum class State { Ok, Warn, Fail, Skip };
  std::string id;  // "USB-02"
  State state = State::Ok;
  std::string text;
  std::string cure;  // empty where there is nothing to be done
};

// The checks, each where its subject is.
std::vector<Finding> check_pi(const Sysroot& root);
std::vector<Finding> check_usb(const Sysroot& root);
std::vector<Finding> check_system(const Sysroot& root);
std::vector<Finding> check_all(const Sysroot& root);

// `spectrumd doctor`: says what it found, and gives the exit status: 0 fine, 1 with warnings, 2 where something fails.
int doctor(const Sysroot& root, bool json, std::ostream& out);

// `spectrumd devices`: the radios that are plugged in, none of them opened. 0, also where there are none.
int list_devices(const Sysroot& root, bool json, std::ostream& out);

}  // namespace spectrumd
