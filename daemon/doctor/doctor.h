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

// The result of a check: Warn if it works but not well, Fail if it does not work until fixed.
struct Finding {
  enum class State { Ok, Warn, Fail, Skip };
  std::string id;  // "USB-02"
  State state = State::Ok;
  std::string text;
  std::string cure;  // empty if there is nothing to do
};

// What the doctor examines, and how far it goes. A copy of a machine is only read; on this machine things are also
// tried, each in a child with a deadline: libusb is started, the firmware is queried like vcgencmd does, backends
// transform, what feeds connect to is called. Only a probe goes further.
struct Examination {
  Sysroot root;
  Settings settings;                         // of the daemon to run there
  std::vector<std::string> config_problems;  // why the configuration was not used
  bool probe = false;                        // power the QPUs and run a program on them
  // Opens a device node of the firmware, such as "/dev/vcio". Empty: there is none to query.
  std::function<std::unique_ptr<mailbox::Board>(const std::string& node)> open_board;
};

// The checks, each in the file of its subject.
std::vector<Finding> check_settings(const Examination& examination);
std::vector<Finding> check_system(const Examination& examination);
std::vector<Finding> check_storage(const Examination& examination);
std::vector<Finding> check_history(const Examination& examination);
std::vector<Finding> check_port(const Examination& examination);
std::vector<Finding> check_feeds(const Examination& examination);
std::vector<Finding> check_fleet(const Examination& examination);
std::vector<Finding> check_users(const Examination& examination);
std::vector<Finding> check_usb(const Examination& examination);
std::vector<Finding> check_pi(const Examination& examination);
std::vector<Finding> check_backends(const Examination& examination);
std::vector<Finding> check_all(const Examination& examination);

// `spectrumd doctor`: prints the findings and returns the exit status: 0 fine, 1 with warnings, 2 if something fails.
int doctor(const Examination& examination, bool json, std::ostream& out);

}  // namespace spectrumd
