// SPDX-License-Identifier: MIT
#include "daemon/sources/pacer.h"

#include <algorithm>
#include <thread>

namespace spectrumd {

bool wait_until(Pacer::Clock::time_point moment, const std::stop_token& stop, IqSink& sink, const Pacer::Now& now) {
  for (auto left = moment - now(); left > Pacer::Clock::duration{} && !stop.stop_requested(); left = moment - now()) {
    sink.idle();
    std::this_thread::sleep_for(std::min<Pacer::Clock::duration>(moment - now(), kStopPatience));
  }
  return !stop.stop_requested();
}

Pacer::Clock::time_point Pacer::due() const {
  return start_ + std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(static_cast<double>(samples_) / rate_));
}

void Pacer::change_rate(double samples_per_second) {
  start_ = due();
  samples_ = 0;
  rate_ = samples_per_second;
}

bool Pacer::wait_for(std::uint64_t samples, const std::stop_token& stop, IqSink& sink) {
  samples_ += samples;
  return wait_until(due(), stop, sink, now_);
}

double Pacer::samples_late() const { return rate_ * std::chrono::duration<double>(now_() - due()).count(); }

void Pacer::let_go(std::uint64_t samples) { samples_ += samples; }

}  // namespace spectrumd
