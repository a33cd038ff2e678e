// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A source behind a converter: the only place where frequencies at the antenna and at the device meet. Outside of it
// every tuning, span and center is that of the antenna, and no spectrum is inverted; the source within has the
// frequencies of its device. Threads and blocking as in IqSource.
class ConvertedSource : public IqSource {
 public:
  using Open = std::function<std::unique_ptr<IqSource>(const Settings& converted)>;

  ConvertedSource(const Open& open, const Settings& settings);  // throws what `open` throws

  const SourceFacts& facts() const override { return facts_; }
  void check(const Tuning& tuning) const override;
  void stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) override;

 private:
  std::unique_ptr<IqSource> source_;
  SourceFacts facts_;
};

}  // namespace spectrumd
