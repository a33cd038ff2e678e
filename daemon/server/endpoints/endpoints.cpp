// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {

Routes all_endpoints() {
  Routes all;
  for (const auto& routes_of_resource :
       {status_routes,   spectrum_routes, history_routes,    history_tile_routes,    days_routes,
        peaks_routes,    signals_routes,  spots_routes,      feeds_routes,           sources_routes,
        backends_routes, config_routes,   tuning_routes,     events_routes,          rules_routes,
        alarms_routes,   usage_routes,    recordings_routes, recording_files_routes, channels_routes,
        iq_routes,       audio_routes,    dial_routes,       users_routes,           listing_routes,
        openapi_routes,  metrics_routes})
    for (Route& route : routes_of_resource()) all.push_back(std::move(route));
  return all;
}

}  // namespace spectrumd
