// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "daemon/service/announced_server.h"
#include "daemon/service/local_addresses.h"

namespace spectrumd {

// Why nothing can be announced at present, or with this build.
struct NoResponder : std::runtime_error {
  NoResponder(const std::string& reason, bool ever) : std::runtime_error(reason), may_come(ever) {}
  bool may_come;
};

// The program that answers for this machine in multicast DNS: avahi-daemon. One thread; calls may block on it.
class Responder {
 public:
  enum class Event {
    Waiting,            // it does not run; Running may follow
    Running,            // it answers under its host name, and accepts records
    Renaming,           // its host name changes: what was published has to be withdrawn
    Gone,               // of no use any more
    ServicesPublished,  // no other machine has the name
    ServicesCollide,
    ServicesFailed,
    AliasPublished,
    AliasCollides,
    AliasFailed,
  };

  virtual ~Responder() = default;

  // Waits for events, for this time at most.
  virtual std::vector<Event> work(std::chrono::milliseconds patience) = 0;
  virtual void wake() noexcept = 0;  // ends work(); any thread

  // Records replace those published before. Each call is followed by an event, sooner or later.
  virtual void publish_services(const AnnouncedServer& server, const std::string& name) = 0;
  virtual void publish_alias(std::span<const LocalAddress> addresses) = 0;
  virtual void withdraw() = 0;

  virtual std::string host_name() const = 0;                              // "pi.local"
  virtual std::string alternative_to(const std::string& name) const = 0;  // "spectrumd on pi #2"
};

std::unique_ptr<Responder> connect_to_responder();  // throws NoResponder

}  // namespace spectrumd
