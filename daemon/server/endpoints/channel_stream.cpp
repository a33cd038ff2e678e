// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/channel_stream.h"

#include <utility>

#include "daemon/server/context.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 25ms;

class StreamBody : public BodySource {
 public:
  StreamBody(ServerContext& context, BookedChannelPtr channel, std::shared_ptr<StreamReader> reader)
      : context_(context), channel_(std::move(channel)), reader_(std::move(reader)) {
    channel_->channel().add(reader_);
  }
  ~StreamBody() override {
    channel_->channel().remove(*reader_);
    context_.channel_bytes_dropped += reader_->dropped();
  }
  StreamBody(const StreamBody&) = delete;
  StreamBody& operator=(const StreamBody&) = delete;

  SharedText next() override {
    std::string bytes = reader_->fetch();
    return bytes.empty() ? nullptr : std::make_shared<const std::string>(std::move(bytes));
  }
  std::optional<Clock::time_point> due() const override {
    return reader_->ended() ? std::nullopt : std::optional(Clock::now() + kLook);
  }

 private:
  ServerContext& context_;
  BookedChannelPtr channel_;
  std::shared_ptr<StreamReader> reader_;
};

}  // namespace

Answer stream_answer(ServerContext& context, BookedChannelPtr channel, std::shared_ptr<StreamReader> reader,
                     std::string type) {
  Answer answer{.type = std::move(type)};
  answer.headers = {{"X-Channel", std::to_string(channel->id())}, {"X-Accel-Buffering", "no"}};
  answer.source = std::make_shared<StreamBody>(context, std::move(channel), std::move(reader));
  answer.is_stream = true;
  return answer;
}

}  // namespace spectrumd
