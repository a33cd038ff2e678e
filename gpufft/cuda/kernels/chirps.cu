// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/chirp.cuh"
#include "gpufft/cuda/kernels/variants.h"

namespace gpufft::cuda {
namespace {

template <int Lines, typename S>
ChirpVariant variant() {
  constexpr int kThreads = Lines == 3 ? 640 : 512;  // of a multiprocessor, by the registers that its lines take
  constexpr int kBlocks = kThreads / S::kThreads;
  return {facts_of<S>(), Lines, reinterpret_cast<const void*>(&chirp_kernel<Lines, S, kBlocks>)};
}

template <typename S>
void add(std::vector<ChirpVariant>& variants) {
  for (const auto& each : {variant<3, S>(), variant<4, S>(), variant<5, S>()}) variants.push_back(each);
}

}  // namespace

std::span<const ChirpVariant> chirp_variants() {
  static const std::vector<ChirpVariant> all = [] {
    std::vector<ChirpVariant> variants;
    add<Shape<8, 128, 8, 8>>(variants);
    add<Shape<16, 64, 8, 4, 4>>(variants);
    add<Shape<32, 32, 8, 4, 2, 4>>(variants);
    add<Shape<64, 16, 8, 8, 8>>(variants);
    add<Shape<128, 8, 8, 4, 8, 4>>(variants);
    add<Shape<256, 4, 8, 8, 4, 8>>(variants);
    add<Shape<512, 2, 8, 8, 8, 8>>(variants);
    add<Shape<1024, 1, 8, 8, 4, 4, 8>>(variants);
    add<Shape<2048, 1, 8, 8, 4, 8, 8>>(variants);
    add<Shape<4096, 1, 8, 8, 8, 8, 8>>(variants);
    return variants;
  }();
  return all;
}

}  // namespace gpufft::cuda
