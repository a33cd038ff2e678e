// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/config/settings.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {

struct ReachLimits {
  std::chrono::milliseconds ask{10'000};         // for all that one answer needs
  std::chrono::milliseconds linger{10'000};      // a receiver is listened to after its last viewer has left
  std::chrono::milliseconds first_retry{1'000};  // doubles up to
  std::chrono::milliseconds longest_retry{30'000};
  std::chrono::milliseconds silence{10'000};  // a receiver says something each second
  std::chrono::milliseconds stuck{10'000};    // a viewer that takes nothing is closed
  std::size_t rows = 600;                     // that are kept for viewers who come or are late
  std::size_t late = 50;                      // of these, that one may be behind before some are left out
};

// A receiver as the database knows it.
struct FleetIdentity {
  std::int64_t id = 0;
  std::string name, history, board;
};

// Where a hub asks it, and as whom.
struct ReachedPlace {
  FleetIdentity receiver;
  std::string url, token;  // the token may be empty

  std::vector<std::string> fields() const;  // of each request
};

// Throws RequestError (404, "not_reached") if the settings name no place of it.
ReachedPlace place_of(const HubSettings& settings, const FleetIdentity& receiver);
bool is_reached(const HubSettings& settings, std::int64_t id, std::string_view name);

// A name may be given to another receiver, and an address too: what answers must be the one that is asked for. Throws
// RequestError (502, "other_receiver").
void check_identity(const Json& status, const FleetIdentity& receiver);

// A file of the evidence of an event, from the receiver that has it; `journal` numbers the events, empty: whichever it
// has. Blocks for the limit at most. Throws RequestError.
std::string evidence_from(const ReachedPlace& place, std::int64_t event, std::string_view file,
                          const std::string& journal, std::chrono::milliseconds limit, const std::stop_token& stop);

// Why a receiver cannot be asked, by the status of its answer; 0: there is none.
RequestError unreached(long status, std::string_view problem);

}  // namespace spectrumd
