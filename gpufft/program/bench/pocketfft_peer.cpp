// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <pocketfft_hdronly.h>

#include "gpufft/tables/aligned_floats.h"

namespace gpufft::program {
namespace {

// It keeps its plans in a separate cache.
class PocketfftPlan final : public PeerPlan {
 public:
  PocketfftPlan(std::size_t length, std::size_t batch)
      : shape_{batch, length},
        strides_{static_cast<std::ptrdiff_t>(length * sizeof(std::complex<float>)), sizeof(std::complex<float>)},
        in_(2 * length * batch),
        out_(2 * length * batch) {}

  std::complex<float>* in() override { return reinterpret_cast<std::complex<float>*>(in_.data()); }
  const std::complex<float>* out() const override { return reinterpret_cast<const std::complex<float>*>(out_.data()); }
  void execute() override {
    pocketfft::c2c(shape_, strides_, strides_, lines_, true, in(), reinterpret_cast<std::complex<float>*>(out_.data()),
                   1.0F);
  }

 private:
  pocketfft::shape_t shape_, lines_{1};
  pocketfft::stride_t strides_;
  AlignedFloats in_, out_;
};

class Pocketfft final : public PeerLibrary {
 public:
  std::string name() const override { return "pocketfft"; }
  std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t length, std::size_t batch) const override {
    std::vector<std::unique_ptr<PeerPlan>> plans;
    plans.push_back(std::make_unique<PocketfftPlan>(length, batch));
    return plans;
  }
};

}  // namespace

std::unique_ptr<Peer> pocketfft_library() { return std::make_unique<Pocketfft>(); }

}  // namespace gpufft::program
