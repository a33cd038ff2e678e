// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "daemon/outputs/tables/row_table.h"

namespace spectrumd {
namespace {

class CsvTable : public RowTable {
 public:
  CsvTable(const TablePlan& plan, Sink sink) : plan_(plan), sink_(std::move(sink)), levels_(plan.grid.columns) {
    std::string head = "time (UTC),duration (s)";
    for (std::size_t column = 0; column < plan.grid.columns; ++column)
      fmt::format_to(std::back_inserter(head), ",{} Hz ({})", std::round(plan.grid.middle(column).value * 1e3) / 1e3,
                     plan.unit);
    sink_(head + '\n');
  }

  void add(const Row& row, double) override {
    levels_on(plan_.grid, row, plan_.detector, levels_);
    std::string line =
        fmt::format("{},{:.6g}", format_time(row.time), std::chrono::duration<double>(row.duration).count());
    for (const Centibel level : levels_) {
      line += ',';
      if (level != kNoLevel) fmt::format_to(std::back_inserter(line), "{:.2f}", decibels(level));
    }
    sink_(line + '\n');
  }

  void finish() override {}

 private:
  const TablePlan plan_;
  const Sink sink_;
  std::vector<Centibel> levels_;
};

}  // namespace

std::unique_ptr<RowTable> csv_table(const TablePlan& plan, RowTable::Sink sink) {
  return std::make_unique<CsvTable>(plan, std::move(sink));
}

}  // namespace spectrumd
