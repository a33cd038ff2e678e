// SPDX-License-Identifier: MIT
// The program of a plan's process, on the processor; fails as the variable SPECTRUM_PROCESS selects.
#include "gpufft/process/serve.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "gpufft/backend.h"

namespace {

bool scripted(std::string_view fault) {
  const char* const script = std::getenv("SPECTRUM_PROCESS");
  return script != nullptr && script == fault;
}

class Faulty final : public gpufft::Spectrum {
 public:
  explicit Faulty(std::unique_ptr<gpufft::Spectrum> spectrum) : spectrum_(std::move(spectrum)) {}

  void accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) override {
    if (scripted("dies at work")) std::abort();
    if (scripted("fails at work")) throw gpufft::DeviceError("an illegal memory access was encountered");
    if (scripted("hangs at work")) pause();
    spectrum_->accumulate(iq, frames, row);
  }
  void reset() override { spectrum_->reset(); }
  gpufft::DeviceUse device_use() const override { return {.time = std::chrono::seconds(++asked_)}; }

 private:
  std::unique_ptr<gpufft::Spectrum> spectrum_;
  mutable int asked_ = 0;
};

std::unique_ptr<gpufft::Spectrum> plan(const gpufft::SpectrumRequest& request, std::span<std::byte>) {
  if (scripted("dies planning")) std::abort();
  if (scripted("fails planning")) throw gpufft::DeviceError("out of memory");
  if (scripted("plans slowly")) sleep(1);
  return std::make_unique<Faulty>(gpufft::backend_named("cpu").plan_spectrum(request));
}

}  // namespace

int main() { return gpufft::process::serve(plan); }
