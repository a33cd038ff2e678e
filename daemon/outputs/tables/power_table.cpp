// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "daemon/outputs/local_time.h"
#include "daemon/outputs/power_survey.h"
#include "daemon/outputs/tables/row_table.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostColumns = 65536;

// A row as the only hop of a survey.
SurveyPlan plan_of_row(const ColumnGrid& grid) {
  SurveyPlan plan;
  plan.rate = std::llround(grid.to.value - grid.from.value);
  plan.fft = std::max<std::size_t>(1, grid.columns);
  plan.hops = {std::llround((grid.from.value + grid.to.value) / 2)};
  return plan;
}

class PowerTable : public RowTable {
 public:
  PowerTable(const TablePlan& plan, Sink sink) : plan_(plan), sink_(std::move(sink)) {}

  void add(const Row& row, double rbw_hz) override {
    const double low = row.center.value - row.span.value / 2, high = row.center.value + row.span.value / 2;
    if (low >= plan_.grid.to.value || high <= plan_.grid.from.value) return;
    const Hertz from{std::max(low, plan_.grid.from.value)}, to{std::min(high, plan_.grid.to.value)};
    const ColumnGrid grid = grid_of(row, row.levels[0].bins(), from, to, kMostColumns);
    std::vector<Centibel> levels(grid.columns);
    levels_on(grid, row, plan_.detector, levels);
    const SurveyFormat format(plan_of_row(grid), {.shape = gpufft::Window::Shape::Rectangle}, false, false);
    const ClockTime clock = local_clock(row.time);
    sink_(fmt::format("{}, {}, {}\n", date_text(clock.date), clock_text(clock, true),
                      format.line(0, powers(levels, grid.width().value, rbw_hz), row.ffts)));
  }

  void finish() override {}

 private:
  // The resolution is wider than a bin by what the window costs: what a bin has of its noise.
  static std::vector<double> powers(const std::vector<Centibel>& levels, double width_hz, double rbw_hz) {
    const double share = rbw_hz > 0 ? width_hz / rbw_hz : 1;
    std::vector<double> powers;
    for (const Centibel level : levels)
      powers.push_back(level == kNoLevel ? std::numeric_limits<double>::quiet_NaN() : power_of(level) * share);
    return powers;
  }

  const TablePlan plan_;
  const Sink sink_;
};

}  // namespace

std::unique_ptr<RowTable> power_table(const TablePlan& plan, RowTable::Sink sink) {
  return std::make_unique<PowerTable>(plan, std::move(sink));
}

}  // namespace spectrumd
