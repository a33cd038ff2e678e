// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "daemon/outputs/tables/npy.h"
#include "daemon/outputs/tables/row_table.h"
#include "daemon/outputs/tables/stored_zip.h"

namespace spectrumd {
namespace {

constexpr std::uint64_t kMostBytes = 0xfff00000;  // less than 4 GiB, with room for headers and times

template <class Value>
std::string_view bytes_of(std::span<const Value> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

class NpzTable : public RowTable {
 public:
  NpzTable(const TablePlan& plan, Sink sink) : plan_(plan), zip_(std::move(sink)), row_(plan.grid.columns) {
    const std::uint64_t numbers = std::uint64_t{plan.rows} * plan.grid.columns;
    if (numbers * sizeof(float) + plan.rows * sizeof(std::int64_t) > kMostBytes)
      throw std::invalid_argument(fmt::format(
          "{} rows of {} levels exceed the 4 GiB of this format; narrow the range, or choose a coarser level",
          plan.rows, plan.grid.columns));
    begin("levels.npy", npy_head("<f4", fmt::format("{}, {}", plan.rows, plan.grid.columns)), numbers * sizeof(float));
  }

  void add(const Row& row, double) override {
    if (times_.size() == plan_.rows) return;
    std::vector<Centibel> levels(plan_.grid.columns);
    levels_on(plan_.grid, row, plan_.detector, levels);
    for (std::size_t column = 0; column < levels.size(); ++column)
      row_[column] = levels[column] == kNoLevel ? std::numeric_limits<float>::quiet_NaN()
                                                : static_cast<float>(levels[column]) / kCentibels;
    add_row(row.time.time_since_epoch().count());
  }

  // Rows that were announced, and have gone meanwhile, are without data and time.
  void finish() override {
    row_.assign(row_.size(), std::numeric_limits<float>::quiet_NaN());
    while (times_.size() < plan_.rows) add_row(std::numeric_limits<std::int64_t>::min());
    zip_.end();
    array("times.npy", "<M8[ns]", std::span<const std::int64_t>(times_));
    std::vector<double> frequencies;
    for (std::size_t column = 0; column < plan_.grid.columns; ++column)
      frequencies.push_back(plan_.grid.middle(column).value);
    array("frequencies.npy", "<f8", std::span<const double>(frequencies));
    zip_.finish();
  }

 private:
  void begin(const std::string& name, const std::string& head, std::uint64_t bytes) {
    zip_.begin(name, static_cast<std::uint32_t>(head.size() + bytes));
    zip_.add(head);
  }

  template <class Value>
  void array(const std::string& name, std::string_view type, std::span<const Value> values) {
    begin(name, npy_head(type, fmt::format("{},", values.size())), values.size_bytes());
    zip_.add(bytes_of(values));
    zip_.end();
  }

  void add_row(std::int64_t time) {
    zip_.add(bytes_of(std::span<const float>(row_)));
    times_.push_back(time);
  }

  const TablePlan plan_;
  StoredZip zip_;
  std::vector<float> row_;
  std::vector<std::int64_t> times_;  // ns since 1970; the least is numpy's "not a time"
};

}  // namespace

std::unique_ptr<RowTable> npz_table(const TablePlan& plan, RowTable::Sink sink) {
  return std::make_unique<NpzTable>(plan, std::move(sink));
}

}  // namespace spectrumd
