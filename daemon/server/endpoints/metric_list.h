// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

struct ServerContext;

// A figure of the daemon, as Prometheus and other databases take it. Texts live as long as the program.
struct Metric {
  struct Sample {
    std::string_view label;  // empty: none
    std::string label_value;
    std::string value;  // a number
  };
  std::string_view name, help, type;  // "counter" or "gauge"
  std::vector<Sample> samples;
};

std::vector<Metric> metrics_of(ServerContext& context);

}  // namespace spectrumd
