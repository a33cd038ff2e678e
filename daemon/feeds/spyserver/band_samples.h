// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "daemon/feeds/newest_blocks.h"
#include "gpufft/sample_format.h"

namespace spectrumd {

struct ServerContext;

namespace spy {

// The samples of the radio as they come, for the clients that take the whole band: copied on the thread of the source
// once for all of them, and not at all without one. One thread, but for the wake-ups.
class BandSamples {
 public:
  BandSamples(ServerContext& context, std::function<void()> wake);
  ~BandSamples();
  BandSamples(const BandSamples&) = delete;
  BandSamples& operator=(const BandSamples&) = delete;

  void join() { ++clients_; }
  void leave() { --clients_; }
  void collect();  // what has come; to be called at each wake-up, and often
  void close();    // until collect() is called again nothing wakes

  gpufft::SampleFormat format() const { return format_; }  // of all that can be taken
  std::uint64_t end() const { return blocks_.end(); }
  NewestBlocks::Block take(std::uint64_t& number) const { return blocks_.take(number); }

 private:
  class Tap;

  void open();

  ServerContext& context_;
  const std::function<void()> wake_;
  std::size_t clients_ = 0;
  gpufft::SampleFormat format_{};
  NewestBlocks blocks_;
  std::shared_ptr<Tap> tap_;
};

}  // namespace spy
}  // namespace spectrumd
