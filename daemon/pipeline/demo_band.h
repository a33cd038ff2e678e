// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <stdexcept>

#include "daemon/pipeline/receiver.h"

namespace spectrumd {

// The demo band cannot be shown. The text says why.
struct DemoRefused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Shows the simulated band in place of a radio that is not there, until it is ended or the program is. Only on request,
// and only for the source "auto": a radio that was named is waited for. Any thread; a change waits until one source has
// taken over from the other.
class DemoBand {
 public:
  explicit DemoBand(Receiver& receiver) : receiver_(receiver) {}

  void show();  // throws DemoRefused; nothing to do if it is shown
  void end();   // back to the radio, tuned as before; nothing to do if it is not shown

  bool shown() const { return receiver_.status().source.demo; }

  // Held while a source is replaced, which only one thread may do at a time. Its holder may wait for all requests
  // to end: a request must not wait for it.
  std::mutex& replacing() { return replacing_; }

 private:
  std::unique_lock<std::mutex> begin();

  Receiver& receiver_;
  std::mutex replacing_;
  Tuning radio_tuning_;  // guarded by replacing_
};

}  // namespace spectrumd
