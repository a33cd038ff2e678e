// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace gpufft::program {

// The 60 lengths, all of the primes 2, 3, 5 and 7 but no power of two, at which transforms other than powers of two are
// measured: blocks of 10 to 100 ms at the rates of radios and sound cards and their halves and tenths (960 ... 192000,
// 10^6; 882, 4410, 44100 at those of CDs), frames of Opus, AAC and MP3 (480, 576, 960, 1152, 1920), symbols of OFDM
// (LTE's 1536 and resource blocks, the next step of its rates 3072 ... 24576, DTMB's 3780, DRM's 1152), widths and
// heights of images (640, 720, 768, 800, 1080 ... 7680).
inline constexpr std::array<std::size_t, 60> kLengthsInUse{
    480,   500,   576,   600,   640,   720,   768,   800,   882,   900,   960,   1000,  1080,   1152,   1200,
    1280,  1440,  1500,  1536,  1920,  2000,  2160,  2400,  2500,  2560,  3000,  3072,  3200,   3600,   3780,
    3840,  4000,  4320,  4410,  4800,  5000,  5120,  5760,  6000,  6144,  7680,  8000,  9600,   10000,  12000,
    12288, 16000, 19200, 20000, 24000, 24576, 25000, 40000, 44100, 48000, 50000, 96000, 100000, 192000, 1000000};

}  // namespace gpufft::program
