// SPDX-License-Identifier: MIT
#include "gpufft/backend.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "gpufft/cpu/device.h"
#include "tests/gpufft/every_backend.h"

namespace {

using gpufft::Backend;
using gpufft::choose_backend;

class AbsentBackend : public Backend {
 public:
  std::string_view name() const override { return "absent"; }
  std::string_view description() const override { return "never here"; }
  std::optional<std::string> why_unavailable() const override { return "no such chip"; }
  std::vector<std::string> devices() const override { return {}; }
  std::unique_ptr<gpufft::Fft> plan_fft(const gpufft::FftRequest&) const override { return nullptr; }
  std::unique_ptr<gpufft::Spectrum> plan_spectrum(const gpufft::SpectrumRequest&) const override { return nullptr; }
  double error_bound(std::size_t) const override { return 0; }
};

const Backend& cpu() { return *gpufft::backends().back(); }

TEST(Backends, EndWithTheCpuWhichIsAlwaysThere) {
  EXPECT_EQ(cpu().name(), "cpu");
  EXPECT_EQ(cpu().why_unavailable(), std::nullopt);
  ASSERT_EQ(cpu().devices().size(), 1U);
  EXPECT_NE(cpu().devices()[0].find(" core"), std::string::npos) << cpu().devices()[0];
}

// A plan that passes the check may still fail, for instance if the device is absent.
TEST(Backends, ACheckRefusesWhatAPlanRefuses) {
  for (const Backend* backend : gpufft::backends()) {
    for (const std::size_t bins :
         {std::size_t{0}, std::size_t{3}, std::size_t{4096}, std::size_t{1} << (sizeof(std::size_t) == 8 ? 40 : 30)}) {
      for (const std::size_t hop : {std::size_t{0}, std::size_t{2048}}) {
        const gpufft::SpectrumRequest request{.bins = bins, .hop = hop, .window = {}};
        const auto checked = refusal([&] { backend->check_spectrum(request); });
        if (backend->why_unavailable() && checked.empty()) continue;
        EXPECT_EQ(refusal([&] { backend->plan_spectrum(request); }), checked)
            << backend->name() << ' ' << bins << ' ' << hop;
      }
    }
  }
}

TEST(ChooseBackend, AutoSaysWhy) {
  const auto choice = choose_backend("auto");
  EXPECT_EQ(choice.backend->why_unavailable(), std::nullopt);
  const std::array<const Backend*, 1> alone{&cpu()};
  EXPECT_EQ(choose_backend("auto", alone).reason, "the only backend in this build");
}

TEST(ChooseBackend, AutoPassesOverWhatIsNotAvailable) {
  const AbsentBackend absent;
  const std::array<const Backend*, 2> both{&absent, &cpu()};
  const auto choice = choose_backend("auto", both);
  EXPECT_EQ(choice.backend, &cpu());
  EXPECT_EQ(choice.reason, "the first available of: absent, cpu");
}

TEST(ChooseBackend, NameTakesExactlyThatOne) {
  const auto choice = choose_backend("cpu");
  EXPECT_EQ(choice.backend, &cpu());
  EXPECT_EQ(choice.reason, "asked for by name");
}

TEST(ChooseBackend, NamesWhatThereIsForANameThatIsNotInThisBuild) {
  const std::array<const Backend*, 1> alone{&cpu()};
  for (const auto* name : {"qpu", "opencl", "cuda", "hybrid", "CPU", ""}) {
    const auto text = refusal([&] { choose_backend(name, alone); });
    EXPECT_EQ(text, '"' + std::string(name) + '"' + " is not a backend of this build; it has: auto, cpu");
  }
}

TEST(ChooseBackend, RefusesADeviceOfABackendThatHasNone) {
  const AbsentBackend absent;
  const std::array<const Backend*, 1> one{&absent};
  EXPECT_EQ(refusal([&] { choose_backend("absent:0", one); }),
            "backend absent has no devices to choose from, so not \"0\"");
}

TEST(ChooseBackend, PassesOnWhyABackendIsNotAvailable) {
  const AbsentBackend absent;
  const std::array<const Backend*, 1> one{&absent};
  EXPECT_EQ(refusal([&] { choose_backend("absent", one); }), "backend absent is not available: no such chip");
  EXPECT_EQ(refusal([&] { choose_backend("auto", one); }), "no backend is available; this build has: absent");
}

std::string processor(const std::string& cpuinfo) {
  std::istringstream in(cpuinfo);
  return gpufft::cpu::processor_name(in);
}

TEST(ProcessorName, IsThatOfAPc) {
  EXPECT_EQ(processor("processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nflags\t: fpu\n"), "AMD EPYC");
}

TEST(ProcessorName, IsThatOfThePisBoard) {
  EXPECT_EQ(processor("processor\t: 0\nmodel name\t: ARMv7 Processor rev 4 (v7l)\n\nHardware\t: BCM2835\n"
                      "Model\t\t: Raspberry Pi 3 Model B Rev 1.2\n"),
            "Raspberry Pi 3 Model B Rev 1.2");
}

TEST(ProcessorName, FallsBackWithoutCpuinfo) {
  EXPECT_EQ(processor(""), "CPU");
  EXPECT_EQ(processor("model name\t:\nno colon\n"), "CPU");
}

}  // namespace
