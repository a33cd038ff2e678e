// SPDX-License-Identifier: MIT
#include "daemon/commands/sweep/sweep_of_daemon.h"

#include <fstream>
#include <string>
#include <vector>

#include "tests/daemon/server/http_world.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/waterfalls.h"

namespace spectrumd {
namespace {

constexpr std::size_t kBins = 256;

// A daemon whose rows are made by the tests, for the span that its radio has.
class SweepOfDaemon : public HttpWorld {
 protected:
  void push_carrier(std::size_t bin) {
    std::vector<Centibel> levels(kBins, -7000);
    levels[bin] = -2000;
    auto row = make_row(1, levels);
    row->span = {250e3};
    row->time = std::chrono::system_clock::now() - row->duration;
    push(row);
  }

  // Those of a single report, in the bins that the daemon has.
  std::vector<double> levels() const {
    SweepOptions options;
    options.plan = {.rate = 250'000, .fft = kBins, .hops = {100'000'000}};
    options.interval = 1;
    options.single = options.from_daemon = true;
    options.url = fmt::format("http://127.0.0.1:{}", port());
    options.file = folder_.path("sweep.csv");
    sweep_daemon(settings_, options, Signals());
    std::ifstream file(options.file);
    std::vector<double> numbers;
    std::string text;
    for (int column = 0; std::getline(file, text, ','); ++column)
      if (column >= 6) numbers.push_back(std::stod(text));  // behind date, time, edges, step and samples
    return numbers;
  }

  const TemporaryFolder folder_;
};

TEST_F(SweepOfDaemon, ACarrierStaysInItsBin) {
  ASSERT_TRUE(eventually([this] { return receiver_.status().report.state == SourceState::Streaming; }));
  ASSERT_EQ(get("/api/v1/status").json()["rows"]["bin_hz"], 250e3 / kBins);
  push_carrier(100);
  const auto levels = this->levels();
  ASSERT_EQ(levels.size(), kBins);
  for (std::size_t bin = 0; bin < kBins; ++bin)
    EXPECT_NEAR(levels[bin], levels[100] - (bin == 100 ? 0 : 50), 0.02) << bin;
}

}  // namespace
}  // namespace spectrumd
