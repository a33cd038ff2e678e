// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <mkl_dfti.h>
#include <mkl_service.h>

#include <stdexcept>
#include <type_traits>

#include "gpufft/tables/aligned_floats.h"

namespace gpufft::program {
namespace {

void require(MKL_LONG status) {
  if (status != DFTI_NO_ERROR) throw std::runtime_error(DftiErrorMessage(status));
}

struct FreeDescriptor {
  void operator()(DFTI_DESCRIPTOR_HANDLE descriptor) const { DftiFreeDescriptor(&descriptor); }
};
using Descriptor = std::unique_ptr<std::remove_pointer_t<DFTI_DESCRIPTOR_HANDLE>, FreeDescriptor>;

Descriptor forward_transforms(std::size_t length, std::size_t batch) {
  const auto points = static_cast<MKL_LONG>(length);
  DFTI_DESCRIPTOR_HANDLE handle = nullptr;
  require(DftiCreateDescriptor(&handle, DFTI_SINGLE, DFTI_COMPLEX, 1, points));
  Descriptor descriptor(handle);
  require(DftiSetValue(handle, DFTI_PLACEMENT, DFTI_NOT_INPLACE));
  require(DftiSetValue(handle, DFTI_NUMBER_OF_TRANSFORMS, static_cast<MKL_LONG>(batch)));
  require(DftiSetValue(handle, DFTI_INPUT_DISTANCE, points));
  require(DftiSetValue(handle, DFTI_OUTPUT_DISTANCE, points));
  require(DftiCommitDescriptor(handle));
  return descriptor;
}

class MklPlan final : public PeerPlan {
 public:
  MklPlan(std::size_t length, std::size_t batch)
      : in_(2 * length * batch), out_(2 * length * batch), descriptor_(forward_transforms(length, batch)) {}

  std::complex<float>* in() override { return reinterpret_cast<std::complex<float>*>(in_.data()); }
  const std::complex<float>* out() const override { return reinterpret_cast<const std::complex<float>*>(out_.data()); }
  void execute() override { DftiComputeForward(descriptor_.get(), in_.data(), out_.data()); }

 private:
  AlignedFloats in_, out_;
  Descriptor descriptor_;
};

class Mkl final : public PeerLibrary {
 public:
  std::string name() const override { return "mkl"; }
  std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t length, std::size_t batch) const override {
    std::vector<std::unique_ptr<PeerPlan>> plans;
    plans.push_back(std::make_unique<MklPlan>(length, batch));
    return plans;
  }
};

}  // namespace

std::unique_ptr<Peer> mkl() {
  mkl_set_threading_layer(MKL_THREADING_SEQUENTIAL);
  return std::make_unique<Mkl>();
}

}  // namespace gpufft::program
