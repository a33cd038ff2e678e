// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "daemon/watch/book/book.h"

namespace spectrumd {

// Alarms, newest first, for feed readers. `address` is where the server is found: "http://host:8088/".
std::string rss_of(const std::vector<BookedAlarm>& alarms, const std::string& address);
std::string atom_of(const std::vector<BookedAlarm>& alarms, const std::string& address);

}  // namespace spectrumd
