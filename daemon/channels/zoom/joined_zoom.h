// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "daemon/channels/zoom/zoom_book.h"

namespace spectrumd {

// The zoom that serves one view, where that is finer than the rows of the band: joined and left as view, radio and
// limits have it. One thread.
class JoinedZoom {
 public:
  // Looks what the view needs now; to be called now and then. True if zoom() is another one than before.
  bool follow(ZoomBook& book, const View& view, const ReceiverStatus& status);

  // Another view: what was refused may be tried again.
  void try_again() { refused_ = false; }
  void leave() { zoom_ = nullptr; }

  const std::shared_ptr<Zoom>& zoom() const { return zoom_; }  // null: the rows of the band have to do
  const std::string& reason() const { return reason_; }        // why; empty: they are as fine as the view

  // Whether there are fine rows of the view about the time of this one. A view that has been moved since may be beyond
  // the channel.
  bool covers(const View& view, const Row& newest) const;

 private:
  bool stop(std::string reason);

  std::shared_ptr<Zoom> zoom_;
  std::string reason_;
  bool refused_ = false;  // the processor had no time for it
};

}  // namespace spectrumd
