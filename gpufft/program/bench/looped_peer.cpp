// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/looped_peer.h"

#include <utility>

#include "gpufft/tables/aligned_floats.h"

namespace gpufft::program {
namespace {

class LoopedPlan final : public PeerPlan {
 public:
  LoopedPlan(SingleTransform transform, std::size_t length, std::size_t batch)
      : transform_(std::move(transform)),
        length_(length),
        batch_(batch),
        in_(2 * length * batch),
        out_(2 * length * batch) {}

  std::complex<float>* in() override { return reinterpret_cast<std::complex<float>*>(in_.data()); }
  const std::complex<float>* out() const override { return reinterpret_cast<const std::complex<float>*>(out_.data()); }
  void execute() override {
    auto* const to = reinterpret_cast<std::complex<float>*>(out_.data());
    for (std::size_t item = 0; item < batch_; ++item) transform_(in() + item * length_, to + item * length_);
  }

 private:
  SingleTransform transform_;
  std::size_t length_, batch_;
  AlignedFloats in_, out_;
};

class LoopedPeer final : public PeerLibrary {
 public:
  LoopedPeer(std::string name, std::function<SingleTransform(std::size_t)> plan)
      : name_(std::move(name)), plan_(std::move(plan)) {}

  std::string name() const override { return name_; }
  std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t length, std::size_t batch) const override {
    std::vector<std::unique_ptr<PeerPlan>> plans;
    if (auto transform = plan_(length)) {
      plans.push_back(std::make_unique<LoopedPlan>(std::move(transform), length, batch));
    }
    return plans;
  }

 private:
  std::string name_;
  std::function<SingleTransform(std::size_t)> plan_;
};

}  // namespace

std::unique_ptr<Peer> looped_peer(std::string name, std::function<SingleTransform(std::size_t)> plan) {
  return std::make_unique<LoopedPeer>(std::move(name), std::move(plan));
}

}  // namespace gpufft::program
