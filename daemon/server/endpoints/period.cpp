// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/period.h"

#include "daemon/server/http/request_error.h"

namespace spectrumd {

Period period_of(const Query& query, std::chrono::seconds otherwise) {
  const Time now = std::chrono::system_clock::now();
  const Period period{query.time("since", now).value_or(now - otherwise), query.time("until", now).value_or(now)};
  if (period.since >= period.until) throw RequestError(400, "out_of_range", "since: is not before until", "since");
  return period;
}

std::vector<Parameter> period_parameters() {
  using Kind = Parameter::Kind;
  return {{"since", "begin of the period, or seconds before now as a negative number", Kind::Moment},
          {"until", "end of the period, likewise; without it now", Kind::Moment}};
}

}  // namespace spectrumd
