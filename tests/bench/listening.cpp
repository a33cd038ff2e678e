// SPDX-License-Identifier: MIT
// Not a test: prints what a listener costs in each mode, and 20 of them with their channels of a band at 2.4 MS/s, in
// percent of a core, as JSON lines. Time is that of this thread on the processor, the least of some rounds:
//   listening
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <random>

#include "daemon/channels/listening/listener.h"
#include "daemon/channels/listening/sound_coder.h"
#include "gpufft/channels/band.h"
#include "gpufft/channels/channel.h"

namespace {

using namespace spectrumd;
using Samples = std::vector<std::complex<float>>;

constexpr double kSeconds = 4, kBandRate = 2.4e6;
constexpr int kRounds = 5, kListeners = 20;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Percent of a core, of work on samples that take `seconds`.
double share(double seconds, const std::function<void()>& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const double start = thread_seconds();
    work();
    least = std::min(least, thread_seconds() - start);
  }
  return 100 * least / seconds;
}

// A station that fits the mode, 20 dB over noise.
Samples station(const ListenModeFacts& facts) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal(0, 0.007 * std::sqrt(facts.channel_rate / facts.usual.width()));
  Samples samples(static_cast<std::size_t>(kSeconds * facts.channel_rate));
  const bool fm = facts.mode == ListenMode::Nfm || facts.mode == ListenMode::Wfm;
  double phase = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double time = static_cast<double>(i) / facts.channel_rate, turn = 2 * std::numbers::pi;
    const double voice = std::sin(turn * (600 + 300 * std::sin(turn * 1.3 * time)) * time) * std::sin(turn * 2 * time);
    phase += fm ? turn * facts.usual.high_hz * 0.4 * voice / facts.channel_rate : 0;
    const double hertz = facts.mode == ListenMode::Lsb ? -900 : facts.mode == ListenMode::Usb ? 900 : 0;
    const auto sample = std::polar(0.1, phase + turn * hertz * time) * (fm ? 1 : 1 + 0.5 * voice);
    samples[i] = std::complex<float>(sample + std::complex<double>(normal(generator), normal(generator)));
  }
  return samples;
}

void feed(Listener& listener, const Samples& samples, const std::function<void(std::span<const float>)>& use) {
  const std::size_t block = samples.size() / static_cast<std::size_t>(50 * kSeconds);
  std::vector<float> sound;
  for (std::size_t at = 0; at < samples.size(); at += block) {
    sound.clear();
    listener.take(std::span(samples).subspan(at, block), sound);
    use(sound);
  }
}

SoundCoding coding_for(const ListenModeFacts& facts, unsigned effort) {
  const bool voice = facts.sound_channels == 1;
  return {.rate = facts.sound_rate,
          .channels = facts.sound_channels,
          .bit_rate = voice ? 24'000U : 96'000U,
          .voice = voice,
          .effort = effort,
          .highest_hz = facts.mode == ListenMode::Nfm ? 4000.0 : 0.0};
}

void print_mode(const ListenModeFacts& facts) {
  const Samples samples = station(facts);
  Listener plain({.mode = facts.mode}), full({.mode = facts.mode, .auto_notch = true, .noise_reduction_db = 12});
  const double demodulation = share(kSeconds, [&] { feed(plain, samples, [](auto) {}); });
  const double with_all = share(kSeconds, [&] { feed(full, samples, [](auto) {}); });
  std::vector<float> sound;
  feed(plain, samples, [&](std::span<const float> block) { sound.insert(sound.end(), block.begin(), block.end()); });
  std::printf("{\"mode\": \"%s\", \"listener\": %.3f, \"with_notch_and_noise_reduction\": %.3f",
              std::string(facts.name).c_str(), demodulation, with_all);
  for (const unsigned effort : {0U, 4U, 10U}) {
    SoundCoder coder(coding_for(facts, effort));
    std::printf(", \"opus_effort_%u\": %.3f", effort, share(kSeconds, [&] { coder.take(sound, [](auto) {}); }));
  }
  std::printf(", \"delay_ms\": %.1f}\n", 1000 * plain.delay());
}

struct Ear {
  gpufft::Channel channel;
  Listener listener;
  SoundCoder coder;
};

// From the bytes of the band to packets, with a band of noise, which is as hard to code as anything.
void print_twenty() {
  const gpufft::BandShape shape = gpufft::fastest_shape(kBandRate);
  gpufft::Band band(gpufft::SampleFormat::Cu8, shape);
  const ListenChannel needed = channel_for({});
  std::vector<std::unique_ptr<Ear>> ears;
  for (int i = 0; i < kListeners; ++i)
    ears.push_back(
        std::make_unique<Ear>(Ear{{shape, {100e3 * (i - kListeners / 2.0) + 12'500, needed.rate, needed.bandwidth}},
                                  Listener(ListenSettings{}),
                                  SoundCoder(coding_for(facts_of(ListenMode::Nfm), 4))}));
  std::mt19937 generator(2);
  std::normal_distribution<float> normal(127.5F, 20);
  std::vector<std::byte> iq(2 * static_cast<std::size_t>(kBandRate));
  for (std::byte& value : iq) value = static_cast<std::byte>(std::clamp(normal(generator), 0.0F, 255.0F));
  std::vector<float> sound;
  const auto run = [&](int stages) {
    for (std::span<const std::byte> left = iq; !left.empty();) {
      left = left.subspan(2 * band.fill(left));
      if (!band.full()) continue;
      const auto block = band.transform();
      for (const auto& ear : ears) {
        if (stages < 1) continue;
        const auto samples = ear->channel.take(block);
        if (stages < 2) continue;
        sound.clear();
        ear->listener.take(samples, sound);
        if (stages > 2) ear->coder.take(sound, [](auto) {});
      }
    }
  };
  const double shared = share(1, [&] { run(0); }), channels = share(1, [&] { run(1); }),
               listeners = share(1, [&] { run(2); }), all = share(1, [&] { run(3); });
  std::printf(
      "{\"nfm_listeners\": %d, \"band\": %.2f, \"and_channels\": %.2f, \"and_sound\": %.2f, \"and_opus\": %.2f}\n",
      kListeners, shared, channels, listeners, all);
}

}  // namespace

int main() {
  for (const ListenModeFacts& facts : listen_modes()) print_mode(facts);
  print_twenty();
}
