// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/server/http/route.h"

namespace spectrumd {

// The routes of each resource, in the order of the OpenAPI document. The file named after a resource has all of it:
// parameters, names of its schemas, handlers.
Routes status_routes();
Routes spectrum_routes();
Routes history_routes();
Routes history_tile_routes();
Routes days_routes();
Routes peaks_routes();
Routes signals_routes();
Routes spots_routes();
Routes feeds_routes();
Routes sources_routes();
Routes backends_routes();
Routes config_routes();
Routes tuning_routes();
Routes events_routes();
Routes rules_routes();
Routes alarms_routes();
Routes usage_routes();
Routes recordings_routes();
Routes recording_files_routes();
Routes channels_routes();
Routes iq_routes();
Routes audio_routes();
Routes dial_routes();
Routes users_routes();
Routes listing_routes();
Routes openapi_routes();
Routes metrics_routes();

Routes all_endpoints();  // of all of these

}  // namespace spectrumd
