// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpufft {

// A window and its parameter. Written "hann", "flattop", "kaiser:8.6"; `beta` means something to Kaiser only.
struct Window {
  // The last one is what the helper of the QPUs counts up to.
  enum class Shape {
    Rectangle,
    Hann,
    Hamming,
    Blackman,
    BlackmanHarris,
    FlatTop,
    Kaiser,
    Bartlett,
    HannPoisson,
    Youssef
  };
  Shape shape = Shape::Hann;
  double beta = 8.6;

  friend bool operator==(const Window&, const Window&) = default;
};

constexpr double kLargestKaiserBeta = 100;  // the main lobe is 64 bins wide by then

// "hann" and so on as written in files and flags; nullopt for an unknown name.
std::optional<Window> parse_window(std::string_view text);
std::string to_string(const Window& window);

// Every name parse_window takes, in the order worth showing to a person.
std::span<const std::string_view> window_names();

// The DFT-even (periodic) window of `length` points, peak 1.
std::vector<double> window_points(const Window& window, std::size_t length);

// The Kaiser window at a place from -1 to 1, peak 1 in the middle.
double kaiser_at(double beta, double place);

// What a window does to a level: a tone shrinks by coherent_gain, noise spreads over enbw_bins.
struct WindowGain {
  double coherent_gain = 1;  // mean of the window
  double enbw_bins = 1;      // equivalent noise bandwidth, in bins
};
WindowGain window_gain(std::span<const double> points);

}  // namespace gpufft
