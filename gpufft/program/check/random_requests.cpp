// SPDX-License-Identifier: MIT
#include "gpufft/program/check/random_requests.h"

#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"

namespace gpufft::program {

const Backend& plain_processor() {
  static const cpu::CpuBackend plain(cpu::target_named("plain"));
  return plain;
}

}  // namespace gpufft::program
