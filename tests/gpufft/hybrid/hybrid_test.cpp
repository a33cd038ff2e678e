// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/backend.h"

#include <atomic>

#include "gpufft/hybrid/fft.h"
#include "gpufft/hybrid/spectrum.h"
#include "tests/gpufft/signals.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace gpufft::hybrid {
namespace {

using namespace std::chrono_literals;

// Controls a test accelerator.
// Time that scripted work takes on this thread, whatever the machine is busy with.
thread_local std::chrono::duration<double> scripted_time{};
double scripted_clock() { return scripted_time.count(); }

struct Script {
  std::atomic<std::chrono::microseconds> frame_takes = 0us;
  std::atomic<bool> fails = false;
  std::atomic<std::size_t> frames = 0, transforms = 0;  // done so far
};

class ScriptedSpectrum final : public Spectrum {
 public:
  ScriptedSpectrum(std::unique_ptr<Spectrum> real, Script& script) : real_(std::move(real)), script_(script) {}
  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override {
    if (script_.fails) throw DeviceError("it was lost");
    real_->accumulate(iq, frames, row);
    scripted_time += frames * script_.frame_takes.load();
    script_.frames += frames;
  }
  void reset() override { real_->reset(); }
  DeviceUse device_use() const override { return {7, 1s}; }

 private:
  std::unique_ptr<Spectrum> real_;
  Script& script_;
};

class ScriptedFft final : public Fft {
 public:
  ScriptedFft(std::unique_ptr<Fft> real, Script& script) : real_(std::move(real)), script_(script) {}
  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override {
    real_->transform(in, out);
    ++script_.transforms;
  }
  void transform(std::span<const float> in, std::span<float> out) override {
    real_->transform(in, out);
    ++script_.transforms;
  }
  using Fft::transform;

 private:
  std::unique_ptr<Fft> real_;
  Script& script_;
};

// The processor by another name, as slow as the script says.
class ScriptedBackend final : public Backend {
 public:
  explicit ScriptedBackend(Script& script) : script_(script) {}
  std::string_view name() const override { return "scripted"; }
  std::string_view description() const override { return "a device of a test"; }
  std::optional<std::string> why_unavailable() const override { return std::nullopt; }
  std::vector<std::string> devices() const override { return {}; }
  std::unique_ptr<Fft> plan_fft(const FftRequest& request) const override {
    return std::make_unique<ScriptedFft>(cpu_.plan_fft(request), script_);
  }
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override {
    return std::make_unique<ScriptedSpectrum>(cpu_.plan_spectrum(request), script_);
  }
  double error_bound(std::size_t length) const override { return cpu_.error_bound(length); }

 private:
  cpu::CpuBackend cpu_;
  Script& script_;
};

class Hybrid : public testing::Test {
 protected:
  static void expect_near(const PowerRow& row, const PowerRow& truth) {
    ASSERT_EQ(row.frames, truth.frames);
    const float strongest = *std::ranges::max_element(truth.max);
    for (std::size_t bin = 0; bin < truth.sum.size(); ++bin) {
      ASSERT_NEAR(row.sum[bin], truth.sum[bin], 1e-6F * strongest * static_cast<float>(truth.frames)) << bin;
      ASSERT_NEAR(row.max[bin], truth.max[bin], 2e-6F * strongest) << bin;
      ASSERT_NEAR(row.min[bin], truth.min[bin], 2e-6F * strongest) << bin;
    }
  }
  static PowerRow row_of(Spectrum& spectrum, const SpectrumRequest& request, std::span<const std::byte> iq,
                         std::size_t frames) {
    PowerRow row;
    row.clear(request.bins);
    spectrum.accumulate(iq, frames, row);
    return row;
  }

  Script processor_script_, accelerator_script_;
  const ScriptedBackend processor_{processor_script_}, accelerator_{accelerator_script_};
  const cpu::CpuBackend cpu_;
};

TEST_F(Hybrid, MakesTheRowsOfOneAlone) {
  for (const SampleFormat format : kFormats) {
    for (const bool remove_dc : {false, true}) {
      const SpectrumRequest request{format, 60, 25, {}, remove_dc};
      HybridSpectrum hybrid(processor_, accelerator_, 1, request);
      const auto alone = cpu_.plan_spectrum(request);
      for (const std::size_t frames : {40, 1, 7}) {
        const auto iq = encode(format, noise(60 + 39 * 25, 0.05, static_cast<unsigned>(frames)));
        expect_near(row_of(hybrid, request, iq, frames), row_of(*alone, request, iq, frames));
      }
    }
  }
  EXPECT_GT(processor_script_.frames, 0U);
  EXPECT_GT(accelerator_script_.frames, 0U);
}

TEST_F(Hybrid, TracksDcOverWhatBothSeeAndForgetsItWhenReset) {
  const SpectrumRequest request{SampleFormat::Cs16, 64, 64, {}, true};
  HybridSpectrum hybrid(processor_, accelerator_, 1, request);
  for (const double offset : {0.1, -0.1}) {
    const auto iq = encode(request.format, tone(100 * 64, 0.5, 10.0 / 64, {offset, 0.05}));
    EXPECT_LT(decibels(row_of(hybrid, request, iq, 100).sum[32] / 100), -70);
    hybrid.reset();
  }
}

TEST_F(Hybrid, GivesTheSlowerLessAndNoticesWhenThatChanges) {
  processor_script_.frame_takes = accelerator_script_.frame_takes = 20us;
  const SpectrumRequest request{SampleFormat::Cu8, 16, 16, {}, false};
  HybridSpectrum hybrid(processor_, accelerator_, 1, request, scripted_clock);
  const auto iq = encode(request.format, noise(16 * 200, 0.05, 1));
  const auto part_after = [&](int batches) {
    for (int i = 0; i < batches; ++i) row_of(hybrid, request, iq, 200);
    return hybrid.balance().processor_part();
  };
  const double alike = part_after(10);
  processor_script_.frame_takes = 200us;  // another program uses the processor
  const double slow = part_after(15);
  processor_script_.frame_takes = 20us;
  const double again = part_after(15);
  EXPECT_LT(slow, 0.6 * alike);
  EXPECT_GT(again, 1.5 * slow);
}

TEST_F(Hybrid, LeavesTheRowAsItWasWhenTheAcceleratorFails) {
  const SpectrumRequest request{SampleFormat::Cu8, 16, 16, {}, false};
  HybridSpectrum hybrid(processor_, accelerator_, 1, request);
  const auto iq = encode(request.format, noise(16 * 20, 0.05, 1));
  PowerRow row;
  row.clear(16);
  accelerator_script_.fails = true;
  EXPECT_THROW(hybrid.accumulate(iq, 20, row), DeviceError);
  EXPECT_EQ(row.frames, 0U);
  EXPECT_EQ(row.sum, std::vector<float>(16));
  accelerator_script_.fails = false;
  hybrid.accumulate(iq, 20, row);
  EXPECT_EQ(row.frames, 20U);
  EXPECT_EQ(hybrid.device_use().batches, 7U);
}

TEST_F(Hybrid, TransformsABatchAsOneAloneWould) {
  for (const std::size_t batch : {1, 5, 100}) {
    for (const FftLayout& layout : {FftLayout{}, FftLayout{2, 25}}) {
      const FftRequest request{.length = 12, .batch = batch, .in = layout, .out = layout};
      const auto x = random_points(batch * 25, 1);
      FloatPoints together(x.size()), alone(x.size());
      HybridFft(processor_, accelerator_, 1, request).transform(x, together);
      cpu_.plan_fft(request)->transform(x, alone);
      EXPECT_EQ(together, alone) << batch;
    }
  }
  EXPECT_GT(processor_script_.transforms, 0U);
  EXPECT_GT(accelerator_script_.transforms, 0U);
}

TEST_F(Hybrid, TransformsOtherKindsAndThrowsAtWhatWasNotPlanned) {
  const FftRequest request{.length = 12, .batch = 10, .kind = FftKind::DctII};
  HybridFft hybrid(processor_, accelerator_, 1, request);
  std::vector<float> x(120, 0.5F), together(120), alone(120);
  hybrid.transform(x, together);
  cpu_.plan_fft(request)->transform(x, alone);
  EXPECT_EQ(together, alone);
  FloatPoints points(120);
  EXPECT_THROW(hybrid.transform(points, points), std::logic_error);
  EXPECT_THROW(hybrid.transform(x, points), std::logic_error);
}

TEST_F(Hybrid, IsChosenByTheNameOfItsAcceleratorAndWhatTheProcessorMayDo) {
  const auto& hybrid = backend_named("hybrid");
  EXPECT_EQ(hybrid.on("cpu").why_unavailable(), std::nullopt);  // of no use, and possible
  EXPECT_NE(hybrid.on("cpu,cpu=50").devices().front().find("busy for 50"), std::string::npos);
  for (const char* const wrong : {"nothing", "hybrid", "cpu,cpu=x", "cpu,cpu=0", "cpu,cpu=101"})
    EXPECT_NE(refusal([&] { hybrid.on(wrong); }), "") << wrong;
}

TEST_F(Hybrid, WorksWithAnOpenClDevice) {
  const auto named = std::ranges::find(backends(), "opencl", &Backend::name);
  if (named == backends().end() || (*named)->why_unavailable()) GTEST_SKIP() << "no OpenCL device on this machine";
  const SpectrumRequest request{SampleFormat::Cu8, 256, 128, {}, true};
  const auto iq = encode(request.format, noise(256 + 99 * 128, 0.05, 3));
  const auto hybrid = backend_named("hybrid:opencl").plan_spectrum(request), alone = cpu_.plan_spectrum(request);
  for (int call = 0; call < 3; ++call) expect_near(row_of(*hybrid, request, iq, 100), row_of(*alone, request, iq, 100));
  EXPECT_EQ(hybrid->device_use().batches, 3U);
}

}  // namespace
}  // namespace gpufft::hybrid
