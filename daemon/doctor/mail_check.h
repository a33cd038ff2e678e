// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/doctor/doctor.h"

namespace spectrumd {

// Whether the program that sends the mail of rules is there, and works where the daemon is a service: its unit has
// NoNewPrivileges and a read-only file system, so what has to become another user or group, to write to a spool, fails.
// A program that speaks SMTP to a server works.
Finding check_mail(const Sysroot& root, const std::string& sendmail);

}  // namespace spectrumd
