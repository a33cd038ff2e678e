// SPDX-License-Identifier: MIT
#include "gpufft/cpu/crew.h"

#include <utility>

namespace gpufft::cpu {

Crew::Crew(std::size_t size) : turn_(static_cast<std::ptrdiff_t>(size)) {
  for (std::size_t index = 1; index < size; ++index) helpers_.emplace_back([this, index] { help(index); });
}

Crew::~Crew() {
  if (helpers_.empty()) return;
  task_ = nullptr;
  turn_.arrive_and_wait();
}

void Crew::start(AnyTask task) {
  task_ = std::move(task);
  turn_.arrive_and_wait();
  task_(0);
  turn_.arrive_and_wait();
}

void Crew::help(std::size_t index) {
  while (true) {
    turn_.arrive_and_wait();
    if (!task_) return;
    task_(index);
    turn_.arrive_and_wait();
  }
}

}  // namespace gpufft::cpu
