// SPDX-License-Identifier: MIT
#include "daemon/pipeline/demo_band.h"

#include <string>

namespace spectrumd {

std::unique_lock<std::mutex> DemoBand::begin() {
  std::unique_lock lock(replacing_, std::try_to_lock);
  if (!lock) throw DemoRefused("the source is being replaced; try again");
  return lock;
}

// At the default tuning, where the signals are: that of the radio may be outside of what can be simulated.
void DemoBand::show() {
  const auto lock = begin();
  if (shown()) return;
  Settings settings = *receiver_.settings();
  if (settings.source != kAutoSource)
    throw DemoRefused("the demo band is for source auto; this one is " + settings.source);
  if (receiver_.status().report.state == SourceState::Streaming)
    throw DemoRefused("a radio is streaming; the demo band is for when there is none");
  radio_tuning_ = settings.tuning;
  settings.source = kDemoSource;
  settings.tuning = {};
  receiver_.replace_source(settings);
}

void DemoBand::end() {
  const auto lock = begin();
  if (!shown()) return;
  Settings settings = *receiver_.settings();
  settings.source = kAutoSource;
  settings.tuning = radio_tuning_;
  receiver_.replace_source(settings);
}

}  // namespace spectrumd
