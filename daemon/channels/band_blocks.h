// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "daemon/channels/open_channel.h"
#include "daemon/pipeline/iq_ring.h"
#include "gpufft/channels/band.h"

namespace spectrumd {

// Cuts the samples of a source into blocks of its band, which are numbered by the samples: two of these make the same
// blocks of the same samples, wherever they began. One thread.
class BandBlocks {
 public:
  // What becomes of the blocks.
  class Sink {
   public:
    virtual ~Sink() = default;
    // A new stretch, of another tuning or time, or after a gap: blocks of it follow.
    virtual void begin(const ReceivedBand& band, std::uint64_t first_sample) = 0;
    virtual void take(const ReceivedBand& band, const gpufft::BandBlock& block) = 0;
  };
  using ShapeFor = std::function<gpufft::BandShape(double rate)>;

  BandBlocks(gpufft::SampleFormat format, bool demo, ShapeFor shape_for);

  void take(const IqStretch& stretch, Sink& sink);

  gpufft::SampleFormat format() const { return format_; }
  bool begun() const { return band_.has_value(); }
  const ReceivedBand& received() const { return received_; }
  std::uint64_t next_sample() const { return band_ ? static_cast<std::uint64_t>(band_->next_sample()) : 0; }
  std::int64_t next_block() const;  // the one that is being filled

 private:
  std::chrono::nanoseconds duration(std::size_t samples) const;
  void adopt(const IqStretch& stretch, Sink& sink);
  void begin(const IqStretch& stretch, Sink& sink);

  const gpufft::SampleFormat format_;
  const ShapeFor shape_for_;
  std::optional<gpufft::Band> band_;
  ReceivedBand received_;
};

}  // namespace spectrumd
