// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/doctor/sysroot.h"
#include "mailbox/board.h"

namespace spectrumd {

// What a check found: Warn where it works but not well, Fail where it does not work until it is cured.
struct Finding {
  enum class State { Ok, Warn, Fail, Skip };
  std::string id;  // "USB-02"
  State state = State::Ok;
  std::string text;
  std::string cure;  // empty where there is nothing to be done
};

// Whom the doctor sees, and how far he goes. A copy of a machine is only read; on this machine things are tried as
// well, each in a child with a deadline: libusb is started, the firmware is asked what vcgencmd would ask it, backends
// transform. Only a probe goes further.
struct Examination {
  Sysroot root;
  Settings settings;                         // of the daemon that is to run there
  std::vector<std::string> config_problems;  // why they are not those of its configuration
  bool probe = false;                        // power the QPUs and run a program on them
  // Opens a node of the firmware, "/dev/vcio" say. Empty: there is none to be asked.
  std::function<std::unique_ptr<mailbox::Board>(const std::string& node)> open_board;
};

// The checks, each where its subject is.
std::vector<Finding> check_settings(const Examination& examination);
std::vector<Finding> check_system(const Examination& examination);
std::vector<Finding> check_storage(const Examination& examination);
std::vector<Finding> check_port(const Examination& examination);
std::vector<Finding> check_usb(const Examination& examination);
std::vector<Finding> check_pi(const Examination& examination);
std::vector<Finding> check_backends(const Examination& examination);
std::vector<Finding> check_all(const Examination& examination);

// `spectrumd doctor`: says what it found, and gives the exit status: 0 fine, 1 with warnings, 2 where something fails.
int doctor(const Examination& examination, bool json, std::ostream& out);

}  // namespace spectrumd
