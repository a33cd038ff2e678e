// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpufft/sample_format.h"
#include "gpufft/window.h"

namespace gpufft {

struct SpectrumRequest {
  SampleFormat format = SampleFormat::Cu8;
  std::size_t bins = 0;  // points of one frame
  std::size_t hop = 0;   // samples from the start of a frame to the start of the next, at least 1
  Window window;
  bool remove_dc = false;                    // subtract a slowly tracked mean before the window
  std::chrono::milliseconds deadline{1000};  // of a call, for devices that may hang: then they have failed
  unsigned threads = 1;  // that share the frames of a call, the caller included; a device has its own
};

// Sums of |X|^2 over the frames of one row. Bins run from the lowest frequency to the highest (bin bins/2 is the
// center). Power is relative to full scale: a complex tone of amplitude 1.0 (u8: 127.5 counts) in the middle of a bin
// gives 1.0 with every window and size.
struct PowerRow {
  std::vector<float> sum, max, min;
  std::size_t frames = 0;

  void clear(std::size_t bins);     // frames = 0; memory is kept
  void fold(const PowerRow& more);  // of as many bins
};

// What a device apart from the processor has done for a plan; an emulated one counts the time of the chip it stands
// for.
struct DeviceUse {
  std::uint64_t batches = 0;
  std::chrono::duration<double> time{};
};

// The hot path: raw IQ bytes in, power rows out, as one operation. As with Fft, a plan that exists works, allocates
// nothing once it is ready, and belongs to one thread at a time.
class Spectrum {
 public:
  virtual ~Spectrum() = default;

  // Transforms `frames` frames, the first at the start of `iq`, each `hop` samples after the one before, and folds
  // their power into `row`. `iq` holds at least (frames - 1) * hop + bins samples. A device that fails throws
  // DeviceError, and `row` is as it was.
  virtual void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) = 0;

  // Forgets the tracked mean, for after a retune.
  virtual void reset() = 0;

  // False while a device elsewhere still gets ready, for which accumulate() would wait. Throws DeviceError.
  virtual bool ready() { return true; }

  virtual DeviceUse device_use() const { return {}; }
};

}  // namespace gpufft
