// SPDX-License-Identifier: MIT
#include "daemon/hub/errands.h"

#include <chrono>

namespace spectrumd {
namespace {

constexpr std::size_t kMostErrands = 8;

bool has_come(const std::shared_future<void>& errand) {
  return errand.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

RequestError too_many_errands() { return {503, "busy", "too many receivers are being asked; try again later"}; }

class FetchedAnswer : public LateAnswer {
 public:
  FetchedAnswer(std::shared_future<void> errand, std::shared_ptr<std::string> body, std::string type)
      : errand_(std::move(errand)), body_(std::move(body)), type_(std::move(type)) {}

  bool ready() const override { return has_come(errand_); }
  Answer make() const override {
    if (!ready()) throw too_many_errands();  // no further request may wait
    errand_.get();
    return {.type = type_, .headers = {}, .body = std::move(*body_)};
  }

 private:
  const std::shared_future<void> errand_;
  const std::shared_ptr<std::string> body_;
  const std::string type_;
};

}  // namespace

std::shared_ptr<const LateAnswer> Errands::begin(Fetch fetch, std::string type) {
  auto body = std::make_shared<std::string>();
  const std::scoped_lock lock(mutex_);
  std::erase_if(under_way_, has_come);
  if (under_way_.size() >= kMostErrands) throw too_many_errands();
  under_way_.push_back(std::async(std::launch::async, [fetch = std::move(fetch), body] { *body = fetch(); }).share());
  return std::make_shared<FetchedAnswer>(under_way_.back(), std::move(body), std::move(type));
}

}  // namespace spectrumd
