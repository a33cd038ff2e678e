// SPDX-License-Identifier: MIT
#include "daemon/service/announcer.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

#include "daemon/service/announcement.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kAddressPeriod = 10s;  // how often addresses are looked at
constexpr auto kRetry = 2s;           // after avahi-daemon has stopped, or D-Bus cannot be reached
constexpr auto kGoodbye = 300ms;      // for the end; what is left is withdrawn when the process ends

}  // namespace

struct Announcer::Work {
  void run(const std::stop_token& stop);
  bool announce_once(const std::stop_token& stop);
  void serve(Responder& responder, const std::stop_token& stop);
  void log(const std::string& news);

  const AnnouncedServer server;
  const std::shared_ptr<OwnNames> names;
  const Connect connect;
  std::string last_news;

  std::mutex mutex;
  std::condition_variable_any changed;
  bool over = false;  // guarded by mutex
};

Announcer::Announcer(AnnouncedServer server, std::shared_ptr<OwnNames> names, const Connect& connect)
    : work_(new Work{.server = std::move(server), .names = std::move(names), .connect = connect}) {
  ++alive_;
  thread_ = std::jthread([work = work_](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "announcer");
    work->run(stop);
    --alive_;
    const std::scoped_lock lock(work->mutex);
    work->over = true;
    work->changed.notify_all();
  });
}

Announcer::~Announcer() {
  thread_.request_stop();
  std::unique_lock lock(work_->mutex);
  const bool over = work_->changed.wait_for(lock, kGoodbye, [this] { return work_->over; });
  work_->names->announce({});
  if (over) return;
  thread_.detach();
  spdlog::debug("avahi-daemon does not answer; it withdraws the announcement once this process has ended");
}

void Announcer::Work::run(const std::stop_token& stop) {
  while (!stop.stop_requested() && announce_once(stop)) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, stop, kRetry, [] { return false; });
  }
}

// False if it is of no use to try again.
bool Announcer::Work::announce_once(const std::stop_token& stop) {
  try {
    const std::unique_ptr<Responder> responder = connect();
    serve(*responder, stop);
  } catch (const NoResponder& reason) {
    log(fmt::format("not announced in the local network: {}", reason.what()));
    return reason.may_come;
  }
  return true;
}

void Announcer::Work::serve(Responder& responder, const std::stop_token& stop) {
  const std::stop_callback wake_up(stop, [&responder] { responder.wake(); });
  const auto announce = [&](std::vector<std::string> all) {
    if (!stop.stop_requested()) names->announce(std::move(all));
  };
  Announcement announcement(server, responder, {.addresses = local_addresses, .names_announced = announce});
  bool gone = false;
  while (!gone && !stop.stop_requested()) {
    for (const Responder::Event event : responder.work(kAddressPeriod)) {
      announcement.on(event);
      gone |= event == Responder::Event::Gone;
      if (event == Responder::Event::Waiting) log("not announced in the local network: avahi-daemon is not running");
    }
    if (!gone && !stop.stop_requested()) announcement.look();
    const std::string place = announcement.text();
    if (!place.empty()) log("announced in the local network " + place);
  }
  if (gone) log("not announced in the local network: avahi-daemon has stopped");
}

// Once, however often it is tried.
void Announcer::Work::log(const std::string& news) {
  if (std::exchange(last_news, news) != news) spdlog::info(news);
}

}  // namespace spectrumd
