// SPDX-License-Identifier: MIT
// `gpufft check` measures the true error, for every kind.
#include <gtest/gtest.h>

#include <utility>

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"
#include "gpufft/program/check/transforms.h"

namespace {

using gpufft::PowerRow;
using gpufft::program::checked_kinds;

constexpr float kSlip = 1 + 1e-5F;

template <typename Plan>
class Careless;

template <>
class Careless<gpufft::Fft> final : public gpufft::Fft {
 public:
  explicit Careless(std::unique_ptr<gpufft::Fft> plan) : plan_(std::move(plan)) {}

  using Points = std::span<std::complex<float>>;
  using ConstPoints = std::span<const std::complex<float>>;
  void transform(ConstPoints in, Points out) override { slip(in, out); }
  void transform(std::span<const float> in, Points out) override { slip(in, out); }
  void transform(ConstPoints in, std::span<float> out) override { slip(in, out); }
  void transform(std::span<const float> in, std::span<float> out) override { slip(in, out); }

 private:
  template <typename In, typename Out>
  void slip(In in, Out out) {
    plan_->transform(in, out);
    for (auto& value : out) value *= kSlip;
  }

  std::unique_ptr<gpufft::Fft> plan_;
};

template <>
class Careless<gpufft::Spectrum> final : public gpufft::Spectrum {
 public:
  explicit Careless(std::unique_ptr<gpufft::Spectrum> plan) : plan_(std::move(plan)) {}

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override {
    plan_->accumulate(iq, frames, row);
    for (float& sum : row.sum) sum *= kSlip;
  }
  void reset() override { plan_->reset(); }

 private:
  std::unique_ptr<gpufft::Spectrum> plan_;
};

// Correct except for one part in 100000.
class CarelessBackend final : public gpufft::Backend {
 public:
  explicit CarelessBackend(const gpufft::Backend& backend) : backend_(backend) {}

  std::string_view name() const override { return "careless"; }
  std::string_view description() const override { return "for a test"; }
  std::optional<std::string> why_unavailable() const override { return std::nullopt; }
  std::vector<std::string> devices() const override { return {}; }
  std::unique_ptr<gpufft::Fft> plan_fft(const gpufft::FftRequest& request) const override {
    return std::make_unique<Careless<gpufft::Fft>>(backend_.plan_fft(request));
  }
  std::unique_ptr<gpufft::Spectrum> plan_spectrum(const gpufft::SpectrumRequest& request) const override {
    return std::make_unique<Careless<gpufft::Spectrum>>(backend_.plan_spectrum(request));
  }
  double error_bound(std::size_t length) const override { return backend_.error_bound(length); }

 private:
  const gpufft::Backend& backend_;
};

constexpr std::size_t kLengths[] = {16, 30, 97, 1024};

TEST(Check, FindsEveryKindWithinItsBoundOnEveryTarget) {
  for (const auto& target : gpufft::cpu::targets()) {
    const gpufft::cpu::CpuBackend backend(target);
    for (const auto& kind : checked_kinds()) {
      for (const std::size_t length : kLengths) {
        EXPECT_LE(kind.error(backend, length), kind.bound_factor * backend.error_bound(length))
            << target.name << ' ' << kind.name << ' ' << length;
      }
    }
  }
}

TEST(Check, FindsWhatIsOverItsBound) {
  const gpufft::cpu::CpuBackend sound;
  const CarelessBackend careless(sound);
  for (const auto& kind : checked_kinds()) {
    for (const std::size_t length : kLengths) {
      EXPECT_GT(kind.error(careless, length), kind.bound_factor * sound.error_bound(length))
          << kind.name << ' ' << length;
    }
  }
}

}  // namespace
