// SPDX-License-Identifier: MIT
#include "daemon/server/http/guarded_body.h"

#include <utility>

namespace spectrumd {
namespace {

class GuardedBody : public BodySource {
 public:
  GuardedBody(std::shared_ptr<BodySource> source, Accounts& accounts, ServerSettings settings, Caller caller,
              Role least)
      : source_(std::move(source)),
        accounts_(accounts),
        settings_(std::move(settings)),
        caller_(std::move(caller)),
        least_(least) {}

  SharedText next() override {
    const auto now = accounts_.door(settings_).now(caller_);
    if (!now || now->role < least_) source_.reset();
    return source_ ? source_->next() : nullptr;
  }
  std::optional<Clock::time_point> due() const override { return source_ ? source_->due() : std::nullopt; }

 private:
  std::shared_ptr<BodySource> source_;
  Accounts& accounts_;
  const ServerSettings settings_;
  const Caller caller_;
  const Role least_;
};

}  // namespace

std::shared_ptr<BodySource> while_permitted(std::shared_ptr<BodySource> source, Accounts& accounts,
                                            const ServerSettings& settings, const Caller& caller, Role least) {
  return std::make_shared<GuardedBody>(std::move(source), accounts, settings, caller, least);
}

}  // namespace spectrumd
