// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <memory>

#include "daemon/server/http/answer.h"
#include "daemon/server/http/service.h"
#include "daemon/server/http/work_result.h"

namespace spectrumd {

// A text being sent, of which libmicrohttpd takes as much as it has room for.
class Rest {
 public:
  bool empty() const { return !text_ || at_ == text_->size(); }
  void begin(SharedText text);
  ssize_t take(char* buffer, std::size_t most);

 private:
  SharedText text_;  // released as soon as it is taken
  std::size_t at_ = 0;
};

// A body that the encoder generates piece by piece. Its connection sleeps while the next piece is generated and while
// there is none. Everything but generating runs on the thread of libmicrohttpd; nothing blocks.
class MadeBody {
 public:
  MadeBody(Service& service, MHD_Connection* connection, const Answer& answer);

  ssize_t read(char* buffer, std::size_t most);

 private:
  ssize_t end() const { return is_stream_ ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR; }
  bool ask();

  Service& service_;
  MHD_Connection* connection_;
  std::shared_ptr<BodySource> source_;
  std::shared_ptr<MemoryBudget::Share> share_;
  Workers& workers_;
  bool is_stream_;
  std::shared_ptr<WorkResult<SharedText>> next_;  // null unless a piece was requested
  Sleepers::News seen_ = 0;                       // when the piece was requested
  Rest rest_;
};

}  // namespace spectrumd
