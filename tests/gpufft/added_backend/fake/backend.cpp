// SPDX-License-Identifier: MIT
#include "fake/backend.h"

namespace gpufft::fake {

const Backend& FakeBackend::on(std::string_view device) const { return device == "1" ? *this : Backend::on(device); }

std::unique_ptr<Fft> FakeBackend::plan_fft(const FftRequest& request) const {
  return processor_backend().plan_fft(request);
}

std::unique_ptr<Spectrum> FakeBackend::plan_spectrum(const SpectrumRequest& request) const {
  return processor_backend().plan_spectrum(request);
}

double FakeBackend::error_bound(std::size_t length) const { return processor_backend().error_bound(length); }

}  // namespace gpufft::fake
