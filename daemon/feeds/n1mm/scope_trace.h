// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/settings.h"
#include "daemon/pipeline/row.h"

namespace spectrumd {

// A trace of N1MM+'s spectrum display as a document of XML: the greatest levels of a row between the edges of `band`,
// or of all of it. Empty if the row has nothing there.
std::string scope_trace(const Row& row, const std::optional<Span>& band, std::string_view name);

}  // namespace spectrumd
