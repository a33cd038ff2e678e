// SPDX-License-Identifier: MIT
#include "gpufft/qpu/boards.h"

#include <algorithm>
#include <stdexcept>

#include "mailbox/linux_board.h"
#include "qpu/firmware/emulated_board.h"

namespace gpufft::qpu {
namespace {

constexpr std::string_view kEmulated = "emulated";

// The most that every board has: enough for the longest transform, and allocated only as it is used.
constexpr std::uint32_t kGpuMegabytes = 448;

QpuBoard emulate(std::string_view board, const ::qpu::ScriptedFaults& faults) {
  QpuBoard made;
  made.launch_microseconds = std::make_unique<double>();
  const auto note = [last = made.launch_microseconds.get()](const ::qpu::RunRecord& run) { *last = run.microseconds; };
  ::qpu::EmulatedPiOptions options{.board = std::string(board), .gpu_megabytes = kGpuMegabytes};
  options.faults = faults;
  options.reports.run_ended = note;
  made.pi = std::make_unique<::qpu::EmulatedPi>(std::move(options));
  made.board = std::make_unique<::qpu::EmulatedBoard>(*made.pi);
  return made;
}

}  // namespace

std::vector<std::string> board_names() {
  std::vector<std::string> names{std::string(kRealBoard), std::string(kEmulated)};
  for (const auto& board : ::qpu::personalities())
    names.push_back(std::string(kEmulated) + ":" + std::string(board.name));
  return names;
}

bool is_board_name(std::string_view name) {
  const auto names = board_names();
  return std::ranges::find(names, name) != names.end();
}

QpuBoard open_board(std::string_view name, const ::qpu::ScriptedFaults& faults) {
  if (name == kEmulated) return emulate(::qpu::EmulatedPiOptions{}.board, faults);
  if (name.starts_with(kEmulated)) return emulate(name.substr(kEmulated.size() + 1), faults);
  return {nullptr, nullptr, std::make_unique<mailbox::LinuxBoard>()};
}

}  // namespace gpufft::qpu
