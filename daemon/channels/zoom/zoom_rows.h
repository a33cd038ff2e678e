// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daemon/channels/channel_sink.h"
#include "daemon/channels/zoom/constant_offset.h"
#include "daemon/channels/zoom/zoom_plan.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/row_maker.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// Makes rows of a channel, at the rate of those of the band: transforms overlap as far as that takes. A row's time is
// that of its newest samples, whatever it looks back to; it is there once a whole transform is. After a gap, under
// another tuning or in another epoch it begins again. Fed on the thread of the channels, which also plans.
class ZoomRows : public ChannelSink {
 public:
  explicit ZoomRows(const ZoomPlan& plan);

  void take(const ChannelBlock& block) override;

  const History& rows() const { return rows_; }                    // any thread, as the next
  double processor_seconds() const { return processor_seconds_; }  // taken so far

 private:
  bool continues(const ChannelBlock& block) const;
  void begin(const ChannelBlock& block);
  void transform_frames();
  std::span<const std::complex<float>> frame();
  void finish_row();
  std::uint64_t start_of_frame(std::uint64_t frame) const;

  const ZoomPlan plan_;
  const double row_samples_;
  const std::uint64_t frames_per_row_;
  std::unique_ptr<gpufft::Spectrum> spectrum_;
  std::optional<ConstantOffset> offset_;  // that is removed
  RowMaker maker_;
  gpufft::PowerRow power_;
  History rows_;

  std::vector<std::complex<float>> samples_;  // not all of which are needed any more
  std::size_t done_ = 0;                      // of them
  std::vector<std::complex<float>> frame_;    // without the offset
  std::uint64_t first_ = 0;                   // number of samples_[done_] in this stretch
  std::uint64_t frames_ = 0;                  // transformed in this stretch
  bool begun_ = false;
  RowFacts facts_;                   // of the next row
  std::uint16_t lasting_flags_ = 0;  // of all rows of this stretch
  std::uint64_t timed_ = 0;          // a sample of this stretch, and its time
  Time time_;
  Epoch epoch_;
  std::atomic<double> processor_seconds_ = 0;
};

}  // namespace spectrumd
