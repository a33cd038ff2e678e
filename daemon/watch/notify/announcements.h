// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/watch/alarm.h"
#include "daemon/watch/book/book.h"
#include "daemon/watch/rule.h"

namespace spectrumd {

// What is to be sent at the begin or the end of an alarm, as the actions of its rule say.
std::vector<Message> announcements_of(const Alarm& alarm, const Actions& actions, const WatchSettings& settings);

// Sends one, by what is in deliveries.h; returns why it could not be, or an empty text.
std::string deliver(const Message& message, const WatchSettings& settings, const std::stop_token& stop);

}  // namespace spectrumd
