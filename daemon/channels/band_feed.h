// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>

#include "daemon/pipeline/iq_ring.h"
#include "daemon/pipeline/receiver.h"

namespace spectrumd {

// The samples of the source in use, for one reader, as long as this exists or the source lasts. A live source never
// waits for the reader; a file does.
class BandFeed {
 public:
  explicit BandFeed(Receiver& receiver);
  ~BandFeed();
  BandFeed(const BandFeed&) = delete;
  BandFeed& operator=(const BandFeed&) = delete;

  gpufft::SampleFormat format() const { return format_; }
  bool demo() const { return demo_; }  // simulated in place of a radio
  bool ended() const;                  // nothing comes any more: make another feed
  bool fits() const;                   // false: the source in use has another format, as it was replaced just now
  IqRing& ring();                      // its reader is the caller

 private:
  class Tap;

  Receiver& receiver_;
  gpufft::SampleFormat format_;
  bool demo_;
  std::shared_ptr<Tap> tap_;
};

}  // namespace spectrumd
