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

// The spectra to plan: how samples are cut into frames and windowed.
struct SpectrumRequest {
  SampleFormat format = SampleFormat::Cu8;
  std::size_t bins = 0;  // points of one frame
  std::size_t hop = 0;   // samples from the start of one frame to the start of the next, at least 1
  Window window;
  bool remove_dc = false;                    // subtract a slowly tracked mean before the window
  std::chrono::milliseconds deadline{1000};  // for a call; a device that takes longer has failed
  unsigned threads = 1;  // that share the frames of a call, caller included; ignored by devices with their own
};

// Sum, maximum and minimum of |X|^2 for each bin, over the frames of one row. Bins run from the lowest frequency to the
// highest (bin bins/2 is the center). Power is relative to full scale: a complex tone of amplitude 1.0 (u8: 127.5
// counts) in the middle of a bin gives 1.0 with every window and size.
struct PowerRow {
  std::vector<float> sum, max, min;
  std::size_t frames = 0;

  void clear(std::size_t bins);     // an empty row of `bins` bins; keeps its memory
  void fold(const PowerRow& more);  // adds the frames of a row with as many bins
};

// What a plan has used of a device other than the processor; an emulated device counts the time of the chip it
// emulates.
struct DeviceUse {
  std::uint64_t batches = 0;
  std::chrono::duration<double> time{};
};

// The hot path: raw IQ bytes in, power rows out, in one operation. As with Fft, a plan that exists works, allocates
// nothing once it is ready, and is used by one thread at a time.
class Spectrum {
 public:
  virtual ~Spectrum() = default;

  // Transforms `frames` frames, the first at the start of `iq`, each `hop` samples after the previous one, and adds
  // their power to `row`, which has been cleared for `bins` bins. `iq` holds at least (frames - 1) * hop + bins
  // samples. Blocks until done. If a device fails, throws DeviceError and leaves `row` unchanged.
  virtual void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) = 0;

  // Forgets the mean tracked for remove_dc, as needed after a retune.
  virtual void reset() = 0;

  // False while a device still gets ready, which accumulate() would wait for. Does not wait itself. Throws DeviceError
  // if getting ready has failed.
  virtual bool ready() { return true; }

  // Totals since the plan was made; zeros for plans that use no device.
  virtual DeviceUse device_use() const { return {}; }
};

}  // namespace gpufft
