// SPDX-License-Identifier: MIT
#include "daemon/sources/converted_source.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "daemon/sources/conversion.h"

namespace spectrumd {
namespace {

Tuned tuned_at_antenna(Tuned tuned) {
  tuned.center = at_antenna(tuned.center, tuned.conversion);
  return tuned;
}

TuningRequest request_at_device(TuningRequest request) {
  request.tuning = at_device(std::move(request.tuning));
  return request;
}

// Both figures, as neither explains the refusal alone.
TuningRefused with_both_centers(const Tuning& tuning, const TuningRefused& refused) {
  if (refused.field != "center" || tuning.conversion == Conversion{}) return refused;
  return {refused.field,
          fmt::format("{}Hz is {}Hz at the radio, with radio.offset {}Hz{}: {}", format_number(tuning.center.value),
                      format_number(at_device(tuning).center.value), format_number(tuning.conversion.offset.value),
                      tuning.conversion.invert ? " and radio.invert" : "", refused.what())};
}

// Recordings may be of any center.
void check_sign(const Tuning& converted) {
  const Hertz lowest = converted.span ? converted.span->from : converted.center;
  if (lowest.value < 0 && converted.conversion != Conversion{})
    throw TuningRefused("center",
                        "no radio receives below 0 Hz; the offset of an up-converter is positive, that of a "
                        "down-converter negative");
}

template <class Work>
auto explained(const Tuning& tuning, Work work) {
  try {
    return work();
  } catch (const TuningRefused& refused) {
    throw with_both_centers(tuning, refused);
  }
}

// Passes blocks on as the antenna has them.
class ConvertedSink : public IqSink {
 public:
  ConvertedSink(IqSink& sink, gpufft::SampleFormat format) : sink_(sink), format_(format) {}

  void take(const IqBlock& block) override { sink_.take(converted(block)); }
  void discard(const IqBlock& block) override { sink_.discard(converted(block)); }
  void report(const SourceReport& report) override { sink_.report(report); }
  void idle() override { sink_.idle(); }

 private:
  IqBlock converted(IqBlock block) {
    block.tuned = tuned_at_antenna(block.tuned);
    if (!block.tuned.conversion.invert) return block;
    bytes_.assign(block.bytes.begin(), block.bytes.end());
    conjugate(bytes_, format_);
    block.bytes = bytes_;
    return block;
  }

  IqSink& sink_;
  const gpufft::SampleFormat format_;
  std::vector<std::byte> bytes_;  // of an inverted block
};

}  // namespace

ConvertedSource::ConvertedSource(const Open& open, const Settings& settings)
    : source_(explained(settings.tuning,
                        [&] {
                          Settings converted = settings;
                          converted.tuning = at_device(settings.tuning);
                          check_sign(converted.tuning);
                          return open(converted);
                        })),
      facts_(source_->facts()) {
  facts_.tuned = tuned_at_antenna(facts_.tuned);
}

void ConvertedSource::check(const Tuning& tuning) const {
  explained(tuning, [&] {
    const Tuning converted = at_device(tuning);
    source_->check(converted);
    check_sign(converted);
  });
}

void ConvertedSource::stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) {
  ConvertedSink converted(sink, facts_.format);
  slot.convert(request_at_device);
  source_->stream(std::move(stop), slot, converted);
}

}  // namespace spectrumd
