// SPDX-License-Identifier: MIT
#include "daemon/hub/errands.h"

#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kMostErrands = 8;

RequestError too_many_errands() { return {503, "busy", "too many receivers are being asked; try again later"}; }

class FetchedAnswer : public LateAnswer {
 public:
  FetchedAnswer(std::shared_ptr<WorkResult<std::string>> body, std::string type)
      : body_(std::move(body)), type_(std::move(type)) {}

  bool ready() const override { return body_->ready(); }
  Answer make() const override {
    if (!ready()) throw too_many_errands();  // no further request may wait
    return {.type = type_, .headers = {}, .body = body_->take()};
  }

 private:
  const std::shared_ptr<WorkResult<std::string>> body_;
  const std::string type_;
};

}  // namespace

std::shared_ptr<const LateAnswer> Errands::begin(Fetch fetch, std::string type) {
  auto body = std::make_shared<WorkResult<std::string>>();
  const std::scoped_lock lock(mutex_);
  std::erase_if(under_way_, [](const Errand& errand) { return errand.body->ready(); });
  if (under_way_.size() >= kMostErrands) throw too_many_errands();
  under_way_.push_back({body, std::jthread([body, fetch = std::move(fetch)] { body->make(fetch); })});
  return std::make_shared<FetchedAnswer>(std::move(body), std::move(type));
}

}  // namespace spectrumd
