// SPDX-License-Identifier: MIT
#include <cmath>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

class PeaksApi : public HttpWorld {
 protected:
  // 20 a second, with one carrier. A bin is 2343.75 Hz, the center bin 512.
  void push_row(Hertz center, std::uint32_t generation, std::size_t carrier) {
    std::vector<Centibel> levels(1024, -7000);
    levels[carrier] = -2000;
    ++sequence_;
    auto row = make_row(sequence_, levels, 1e9 + static_cast<double>(sequence_) * 0.05);
    row->center = center;
    row->generation = generation;
    push(row);
  }
  std::vector<std::int64_t> frequencies() const {
    std::vector<std::int64_t> all;
    const nlohmann::json answer = get("/api/v1/peaks").json();
    for (const auto& peak : answer["peaks"]) all.push_back(std::llround(peak["frequency_hz"].get<double>()));
    return all;
  }

 private:
  std::uint64_t sequence_ = 0;
};

using Frequencies = std::vector<std::int64_t>;

TEST_F(PeaksApi, AreThoseOfTheTuningOfTheLatestRow) {
  for (int i = 0; i < 5; ++i) push_row({100e6}, 1, 256);
  EXPECT_EQ(frequencies(), Frequencies{99'400'000});
  push_row({145e6}, 2, 300);
  EXPECT_EQ(frequencies(), Frequencies{144'503'125});
  push_row({145e6}, 2, 300);
  push_row({145e6}, 3, 700);  // another gain
  EXPECT_EQ(frequencies(), Frequencies{145'440'625});
}

}  // namespace
}  // namespace spectrumd
