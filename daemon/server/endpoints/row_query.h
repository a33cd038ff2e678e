// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/pipeline/view.h"
#include "daemon/server/http/query.h"

namespace spectrumd {

struct ServerContext;
class StoreReader;

// Common parts of the endpoints that return rows.

std::span<const std::string_view> detector_names();

std::vector<Parameter> edge_parameters();  // from, to
std::vector<Parameter> view_parameters();  // these, bins, detector and pool
std::vector<Parameter> joined(std::vector<Parameter> some, const std::vector<Parameter>& more);

View edges_of(const Query& query);  // of edge_parameters() alone
View view_of(const Query& query);   // from, to, bins and pool; throws RequestError
std::optional<Detector> detector_of(const Query& query);

RowPtr latest_row(const ServerContext& context);             // throws RequestError (503) before there is one
const StoreReader* reader_of(const ServerContext& context);  // of the history on disk; null: there is none

}  // namespace spectrumd
