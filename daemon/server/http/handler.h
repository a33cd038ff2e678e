// SPDX-License-Identifier: MIT
#pragma once

#include <any>
#include <functional>

#include "daemon/server/http/answer.h"

namespace spectrumd {

struct Request;

// A reference to what the handlers of a site work with.
class HandlerContext {
 public:
  template <class Context>
  explicit HandlerContext(Context& context) : reference_(std::ref(context)) {}

  template <class Context>
  Context& as() const {
    return std::any_cast<std::reference_wrapper<Context>>(reference_);
  }

 private:
  std::any reference_;
};

// Makes the answer of a route; throws RequestError. A handler names the context of its site, or needs none.
class Handler {
 public:
  template <class Context>
  Handler(Answer (*answer)(Context& context, const Request& request))  // NOLINT: written in tables
      : call_([answer](const HandlerContext& context, const Request& request) {
          return answer(context.as<Context>(), request);
        }) {}
  Handler(Answer (*answer)(const Request& request))  // NOLINT
      : call_([answer](const HandlerContext&, const Request& request) { return answer(request); }) {}

  Answer operator()(const HandlerContext& context, const Request& request) const { return call_(context, request); }

 private:
  std::function<Answer(const HandlerContext&, const Request&)> call_;
};

}  // namespace spectrumd
