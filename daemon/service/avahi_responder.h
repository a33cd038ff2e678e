// SPDX-License-Identifier: MIT
#pragma once

#include <avahi-client/client.h>
#include <avahi-client/publish.h>
#include <avahi-common/simple-watch.h>

#include <memory>

#include "daemon/service/responder.h"

namespace spectrumd {

// avahi-daemon, over the system's D-Bus. The daemon may start and stop at any time; it is gone for this object once it
// has stopped.
class AvahiResponder : public Responder {
 public:
  AvahiResponder();  // throws NoResponder

  std::vector<Event> work(std::chrono::milliseconds patience) override;
  void wake() noexcept override;
  void publish_services(const AnnouncedServer& server, const std::string& name) override;
  void publish_alias(std::span<const LocalAddress> addresses) override;
  void withdraw() override;
  std::string host_name() const override;
  std::string alternative_to(const std::string& name) const override;

 private:
  template <auto Release>
  struct Releaser {
    template <class Thing>
    void operator()(Thing* thing) const {
      Release(thing);
    }
  };
  using Poll = std::unique_ptr<AvahiSimplePoll, Releaser<avahi_simple_poll_free>>;
  using Client = std::unique_ptr<AvahiClient, Releaser<avahi_client_free>>;
  using Texts = std::unique_ptr<AvahiStringList, Releaser<avahi_string_list_free>>;

  // Records that are published and withdrawn together, and the events about them.
  struct Group {
    AvahiResponder* owner;
    Event published, collides, failed;
    AvahiEntryGroup* group = nullptr;  // owned by the client

    bool begin();  // empty, ready for records
    void commit(int result);
  };

  static void on_client(AvahiClient* client, AvahiClientState state, void* self);
  static void on_group(AvahiEntryGroup* group, AvahiEntryGroupState state, void* record_group);

  std::vector<Event> events_;  // since the last work()
  Poll poll_;
  Client client_;
  Group services_{this, Event::ServicesPublished, Event::ServicesCollide, Event::ServicesFailed};
  Group alias_{this, Event::AliasPublished, Event::AliasCollides, Event::AliasFailed};
};

}  // namespace spectrumd
