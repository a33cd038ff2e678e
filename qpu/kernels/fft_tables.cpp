// SPDX-License-Identifier: MIT
#include "qpu/kernels/fft_tables.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "qpu/instruction.h"
#include "qpu/kernels/whole_plan.h"

namespace qpu {
namespace {

constexpr std::uint32_t kRegisters = 16;

std::uint32_t word(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }
double angle(std::uint64_t power, std::uint32_t order) {
  return -2 * std::numbers::pi * static_cast<double>(power % order) / order;
}

// A vector of real and one of imaginary parts of scale * root^power(lane).
template <typename Power>
void append_vectors(std::vector<std::uint32_t>& table, std::uint32_t order, double scale, Power power) {
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    table.push_back(word(scale * std::cos(angle(power(lane), order))));
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    table.push_back(word(scale * std::sin(angle(power(lane), order))));
}

std::uint64_t row(const FftPass& pass, std::uint32_t register_number, std::uint32_t lane) {
  if (pass.paired) return register_number % 8;
  return std::uint64_t{pass.rows_per_register()} * register_number + pass.place(lane).row;
}

// What twiddles of a row in the lower half have more than those of the upper half, for each task.
void append_halves(std::vector<std::uint32_t>& table, const FftPass& pass) {
  for (std::uint32_t column = 0; column < pass.finished; column += pass.columns())
    for (const std::uint32_t odd : {0u, pass.finished})
      append_vectors(table, pass.span(), 1, [&](std::uint32_t lane) {
        return std::uint64_t{pass.radix() / 2} * (column + odd + pass.place(lane).column);
      });
}

}  // namespace

std::vector<std::uint32_t> twiddle_table(const FftPass& pass, double scale) {
  std::vector<std::uint32_t> table;
  const bool side_by_side = pass.width > 1;  // then all columns of a task have the same twiddles
  const std::uint32_t end = pass.twiddles == Twiddles::Table ? pass.outputs() : pass.columns();
  for (std::uint32_t column = 0; column < end; column += side_by_side ? 1 : pass.columns())
    for (std::uint32_t j = 0; j < kRegisters; ++j)
      append_vectors(table, pass.span(), scale, [&](std::uint32_t lane) {
        return row(pass, j, lane) * (column + (side_by_side ? 0 : pass.place(lane).column));
      });
  if (pass.halved) append_halves(table, pass);
  return table;
}

std::vector<std::uint32_t> fine_twiddle_table(const FftPass& pass) {
  std::vector<std::uint32_t> table;
  const auto append_block = [&](std::uint64_t column) {
    for (std::uint64_t n = 0; n < 1u << pass.log2_rows(); ++n) {
      table.push_back(word(std::cos(angle(n * column, pass.span()))));
      table.push_back(word(std::sin(angle(n * column, pass.span()))));
    }
  };
  for (std::uint32_t column = 0; column < pass.finished; column += pass.columns()) {
    append_block(column);
    if (pass.halved) append_block(column + pass.finished);
  }
  return table;
}

std::vector<std::uint32_t> inner_twiddle_table(const FftPass& pass, double scale) {
  std::vector<std::uint32_t> table;
  for (std::uint32_t k = 0; k < kRegisters; ++k)
    append_vectors(table, 1u << pass.log2_rows(), scale,
                   [&](std::uint32_t lane) { return std::uint64_t{k} * pass.place(lane).row; });
  return table;
}

std::vector<std::uint32_t> window_table(const FftPass& pass, std::span<const float> window) {
  std::vector<std::uint32_t> table;
  for (std::uint32_t column = 0; column < pass.remaining; column += pass.columns())
    for (std::uint32_t j = 0; j < kRegisters; ++j)
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const auto at = row(pass, j, lane) * pass.remaining + column + pass.place(lane).column;
        table.push_back(std::bit_cast<std::uint32_t>(window[static_cast<std::size_t>(at)]));
      }
  return table;
}

namespace {

constexpr std::uint32_t reversed(std::uint32_t value, int bits) {
  std::uint32_t result = 0;
  for (int bit = 0; bit < bits; ++bit) result |= (value >> bit & 1) << (bits - 1 - bit);
  return result;
}

// Exact where it is a quarter of a turn.
std::pair<double, double> sixteenth(std::uint32_t power) {
  const double turn = angle(power, kRegisters);
  return {power % 8 == 4 ? 0 : std::cos(turn), power % 8 == 0 ? 0 : -std::sin(turn)};
}

}  // namespace

std::vector<std::uint32_t> shared_table(int log2_size, double scale) {
  constexpr std::uint32_t kColumns = 16;
  const SharedPlan plan{log2_size};
  const std::uint32_t rows = kLanes * plan.vectors(), size = rows * kColumns;
  std::vector<std::uint32_t> table;
  const auto append = [&](auto twiddle) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) table.push_back(word(twiddle(lane).first));
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) table.push_back(word(twiddle(lane).second));
  };
  const auto root = [](std::uint64_t power, std::uint32_t order, double factor) {
    return std::pair(factor * std::cos(angle(power, order)), -(factor * std::sin(angle(power, order))));
  };
  append([](std::uint32_t lane) { return sixteenth((reversed(lane, 4) & 3) * (lane & 3)); });
  for (std::uint32_t vector = 1; vector < plan.vectors(); ++vector)
    append([&](std::uint32_t lane) { return root(std::uint64_t{lane} * vector, rows, 1); });
  for (std::uint32_t pair = 0; pair < kColumns; pair += 2)
    for (std::uint32_t slot = 0; slot < plan.vectors(); ++slot)
      for (const std::uint32_t column : {pair, pair + 1})
        append([&](std::uint32_t lane) {
          const std::uint32_t output = lane + kLanes * reversed(slot, log2_size - 8);
          return root(std::uint64_t{column} * output, size, scale);
        });
  return table;
}

// For the inverse the conjugate is subtracted; the sign is in the rows.
std::vector<std::uint32_t> real_row_twiddles(std::size_t size, bool inverse) {
  std::vector<std::uint32_t> table;
  for (std::size_t point = 0; point < size; point += kLanes) {
    const double turn = angle(point, static_cast<std::uint32_t>(2 * size));
    table.push_back(word(inverse ? -std::cos(turn) : std::cos(turn)));
    table.push_back(word(std::sin(turn)));
  }
  return table;
}

std::vector<std::uint32_t> real_lane_twiddles(std::size_t size, bool inverse) {
  const auto order = static_cast<std::uint32_t>(2 * size);
  std::vector<std::uint32_t> table;
  append_vectors(table, order, 1, [&](std::uint32_t lane) {
    const std::uint64_t point = lane / 2 + 8 * (lane % 2);  // as load.qinc untangles them
    return inverse ? order - point : point;
  });
  return table;
}

}  // namespace qpu
