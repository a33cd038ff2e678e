// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daemon/service/responder.h"

namespace spectrumd {

// What is published of a server through one responder, and what is done about collisions: the services get another
// name, the alias is left to the machine that has it, and the server is found under its machine's name. One thread.
class Announcement {
 public:
  struct Surroundings {
    std::function<std::vector<LocalAddress>()> addresses;           // of this machine, now
    std::function<void(std::vector<std::string>)> names_announced;  // gets all host names whenever they change
  };

  Announcement(AnnouncedServer server, Responder& responder, Surroundings surroundings);

  void on(Responder::Event event);
  void look();  // follows changes of addresses, and tries again what failed; call every few seconds

  std::string text() const;  // "as \"spectrumd on pi\", at http://spectrumd.local:8088"; empty while undecided

 private:
  enum class State { Withdrawn, Pending, Published, Collides, Failed };

  void publish_all();
  void publish_services();
  void publish_alias();
  void withdraw();
  void rename_services();
  void report_names() const;

  const AnnouncedServer server_;
  Responder& responder_;
  const Surroundings surroundings_;
  std::string name_;
  int renames_ = 0;
  bool running_ = false;
  State services_ = State::Withdrawn, alias_ = State::Withdrawn;
  std::vector<LocalAddress> addresses_;  // of the alias
};

}  // namespace spectrumd
