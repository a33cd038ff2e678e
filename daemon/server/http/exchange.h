// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "daemon/server/http/guards.h"
#include "daemon/server/http/service.h"
#include "daemon/server/http/work_result.h"

namespace spectrumd {

// One request and its answer, as libmicrohttpd processes them on its thread: the head, the body piece by piece, the
// end. Slow work is left to workers while the connection sleeps; the end is then called a second time. Requests are
// refused at the head, but the body is still read while it is short: a client that is cut off while it writes does not
// see the reason. Does not block.
class Exchange {
 public:
  Exchange(Service& service, MHD_Connection* connection, Connection& line, RequestHead head);

  MHD_Result begin();
  MHD_Result take(std::string_view piece);
  MHD_Result finish();

  const Caller& caller() const { return caller_; }
  const ClientAddress& address() const { return line_.address; }
  const RequestHead& head() const { return head_; }

 private:
  Sender sender() const { return {.caller = caller_, .address = line_.address}; }
  void check();
  void check_place();
  void check_length();
  void refuse(const RequestError& error);
  bool must_wait();
  bool is_slow() const;
  bool begin_work();
  bool run(Workers& workers, std::function<Answer()> make);
  bool wait_for_late();
  Answer answer();
  Answer answer_route();
  MHD_Result send(Answer answer);

  Service& service_;
  MHD_Connection* connection_;
  Connection& line_;
  RequestHead head_;
  Settings settings_;
  Door door_;
  const Route* route_ = nullptr;  // null for the page's files
  Caller caller_;
  std::optional<Answer> refusal_;
  bool is_guess_ = false;  // refused because of a wrong token
  bool has_ended_ = false;
  bool has_waited_ = false;
  std::shared_ptr<WorkResult<Answer>> work_;  // null unless a worker makes the answer
  std::optional<Answer> made_;                // by it
  std::string body_;
  std::size_t body_bytes_ = 0;  // received, including those ignored
};

}  // namespace spectrumd
