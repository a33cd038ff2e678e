// SPDX-License-Identifier: MIT
#include "daemon/pipeline/workload.h"

#include <algorithm>
#include <cmath>

#include "daemon/pipeline/dsp_loop.h"
#include "daemon/sources/source_list.h"

namespace spectrumd {

Workload workload_of(const SourceFacts& source, const Settings& settings) {
  const Analysis& analysis = settings.analysis;
  const auto hop = std::lround(analysis.hop * static_cast<double>(analysis.fft));
  Workload work{
      .request = {.format = source.format,
                  .bins = analysis.fft,
                  .hop = std::max<std::size_t>(1, static_cast<std::size_t>(hop)),
                  .window = analysis.window,
                  .remove_dc = analysis.remove_dc},
      .sweep = plan_sweep(settings.tuning, analysis.fft, source.live ? kSettleSeconds : 0, reach_of(settings))};
  const double frames = settings.tuning.rate.value / analysis.rows / static_cast<double>(work.request.hop);
  work.frames = static_cast<std::size_t>(std::clamp(frames, 1.0, 1e6));
  return work;
}

bool same_transform(const Analysis& one, const Analysis& other) { return with_transform_of(one, other) == one; }

Analysis with_transform_of(Analysis analysis, const Analysis& other) {
  analysis.fft = other.fft;
  analysis.hop = other.hop;
  analysis.window = other.window;
  analysis.remove_dc = other.remove_dc;
  return analysis;
}

}  // namespace spectrumd
