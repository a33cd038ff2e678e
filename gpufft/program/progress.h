// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <thread>

namespace gpufft::program {

// Reports on standard error what takes so long: after two seconds, and every five from then on.
class Progress {
 public:
  explicit Progress(std::string what);

 private:
  std::jthread thread_;
};

}  // namespace gpufft::program
