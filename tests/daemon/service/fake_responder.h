// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemon/service/responder.h"

namespace spectrumd {

// A local network: which names other machines have, and what this one publishes.
struct FakeNetwork {
  std::string host = "pi.local";
  std::set<std::string> names_of_others;  // services and hosts
  bool refuses = false;                   // everything that is published

  std::string service;  // published; empty: none
  std::vector<LocalAddress> alias;
};

// A responder of that network. Events come as a real one's do: after the call that causes them.
class FakeResponder : public Responder {
 public:
  explicit FakeResponder(FakeNetwork& network) : network_(network) {}

  void happen(Event event) {
    const std::scoped_lock lock(mutex_);
    events_.push_back(event);
    changed_.notify_all();
  }

  std::vector<Event> work(std::chrono::milliseconds patience) override {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return awake_ || !events_.empty(); });
    awake_ = false;
    return std::exchange(events_, {});
  }
  void wake() noexcept override {
    const std::scoped_lock lock(mutex_);
    awake_ = true;
    changed_.notify_all();
  }

  void publish_services(const AnnouncedServer& /*server*/, const std::string& name) override {
    network_.service.clear();
    if (network_.refuses) return happen(Event::ServicesFailed);
    if (network_.names_of_others.contains(name)) return happen(Event::ServicesCollide);
    network_.service = name;
    happen(Event::ServicesPublished);
  }
  void publish_alias(std::span<const LocalAddress> addresses) override {
    network_.alias.clear();
    if (network_.refuses) return happen(Event::AliasFailed);
    if (network_.names_of_others.contains(std::string(kAliasName))) return happen(Event::AliasCollides);
    network_.alias.assign(addresses.begin(), addresses.end());
    happen(Event::AliasPublished);
  }
  void withdraw() override {
    network_.service.clear();
    network_.alias.clear();
  }

  std::string host_name() const override { return network_.host; }
  std::string alternative_to(const std::string& name) const override { return name + "'"; }

 private:
  FakeNetwork& network_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool awake_ = false;
  std::vector<Event> events_;
};

}  // namespace spectrumd
