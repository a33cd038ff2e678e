// SPDX-License-Identifier: MIT
#include "daemon/config/settings.h"

namespace spectrumd {

std::string_view to_string(Detector detector) {
  switch (detector) {
    case Detector::Max:
      return "max";
    case Detector::Min:
      return "min";
    case Detector::Mean:
      break;
  }
  return "mean";
}

std::optional<Detector> parse_detector(std::string_view name) {
  for (const Detector detector : {Detector::Mean, Detector::Max, Detector::Min})
    if (to_string(detector) == name) return detector;
  return std::nullopt;
}

}  // namespace spectrumd
