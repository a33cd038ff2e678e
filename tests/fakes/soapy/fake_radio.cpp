// SPDX-License-Identifier: MIT
// A module of SoapySDR: `driver=fake`, with `native=CS8` (or CU8, CS16, CF32) and `fault=overflow`, `timeout`, `lost`
// or `close` after its first block. It has two channels, two antennas, the gain elements LNA and VGA, and counts in I;
// in Q of a CS16 stream is the sum of its gains. FAKE_SOAPY_FIND selects what an enumeration does: one, nameless,
// crash, hang; otherwise it finds what was requested.

#include <SoapySDR/Device.hpp>
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <SoapySDR/Registry.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <thread>

namespace {

class FakeRadio : public SoapySDR::Device {
 public:
  explicit FakeRadio(const SoapySDR::Kwargs& arguments)
      : native_(value(arguments, "native", SOAPY_SDR_CS16)), fault_(value(arguments, "fault", "")) {}

  std::string getHardwareKey() const override { return "fake radio"; }
  std::size_t getNumChannels(int) const override { return 2; }
  std::vector<std::string> listAntennas(int, std::size_t) const override { return {"RX1", "RX2"}; }
  void setAntenna(int, std::size_t, const std::string& name) override { antenna_ = name; }
  std::string getAntenna(int, std::size_t) const override { return antenna_; }

  std::vector<std::string> listGains(int, std::size_t) const override { return {"LNA", "VGA"}; }
  void setGain(int, std::size_t, double total) override { gains_ = {{"LNA", total / 2}, {"VGA", total / 2}}; }
  void setGain(int, std::size_t, const std::string& name, double gain) override {
    if (name != "LNA" && name != "VGA") throw std::runtime_error("there is no gain " + name);
    gains_[name] = gain;
  }
  double getGain(int, std::size_t) const override {
    double sum = 0;
    for (const auto& [name, gain] : gains_) sum += gain;
    return sum;
  }

  void setFrequency(int, std::size_t, double frequency, const SoapySDR::Kwargs&) override {
    if (frequency > 6e9) throw std::runtime_error("no further than 6 GHz");
    frequency_ = frequency;
  }
  double getFrequency(int, std::size_t) const override { return frequency_; }
  void setSampleRate(int, std::size_t, double rate) override { rate_ = rate; }
  double getSampleRate(int, std::size_t) const override { return rate_; }

  std::string getNativeStreamFormat(int, std::size_t, double& full_scale) const override {
    full_scale = 1;
    return native_;
  }
  std::size_t getStreamMTU(SoapySDR::Stream*) const override { return 1000; }
  SoapySDR::Stream* setupStream(int, const std::string& format, const std::vector<std::size_t>&,
                                const SoapySDR::Kwargs&) override {
    bytes_ = SoapySDR::formatToSize(format);
    return reinterpret_cast<SoapySDR::Stream*>(this);
  }
  void closeStream(SoapySDR::Stream*) override {
    if (fault_ == "close") throw std::runtime_error("SoapyRPCUnpacker::recv(header) FAIL");  // as SoapyRemote does
  }
  int activateStream(SoapySDR::Stream*, int, long long, std::size_t) override { return 0; }
  int deactivateStream(SoapySDR::Stream*, int, long long) override { return 0; }

  int readStream(SoapySDR::Stream*, void* const* buffers, std::size_t count, int&, long long&, long patience) override {
    if (fault_ == "timeout" && blocks_ > 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(patience));
      return SOAPY_SDR_TIMEOUT;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (fault_ == "overflow" && blocks_++ % 2 == 1) return SOAPY_SDR_OVERFLOW;
    if (fault_ == "lost" && blocks_ > 0) return SOAPY_SDR_STREAM_ERROR;
    blocks_ += fault_ == "overflow" ? 0 : 1;
    std::memset(buffers[0], 0, count * bytes_);
    for (std::size_t i = 0; bytes_ == 4 && i < count; ++i) {
      const std::int16_t sample[2]{counter_++, static_cast<std::int16_t>(getGain(SOAPY_SDR_RX, 0))};
      std::memcpy(static_cast<char*>(buffers[0]) + i * bytes_, sample, sizeof sample);
    }
    return static_cast<int>(count);
  }

 private:
  static std::string value(const SoapySDR::Kwargs& arguments, const std::string& key, const std::string& otherwise) {
    const auto found = arguments.find(key);
    return found == arguments.end() ? otherwise : found->second;
  }

  const std::string native_, fault_;
  std::string antenna_ = "RX1";
  std::map<std::string, double> gains_;
  double frequency_ = 0, rate_ = 1e6;
  std::size_t bytes_ = 4;
  std::int16_t counter_ = 0;
  int blocks_ = 0;
};

SoapySDR::KwargsList find(const SoapySDR::Kwargs& arguments) {
  const char* const mode = std::getenv("FAKE_SOAPY_FIND");
  const std::string what = mode ? mode : "";
  if (what == "one") return {{{"serial", "f00"}, {"label", "Fake radio, of one"}}};
  if (what == "nameless") return {{{"native", "CS8"}, {"label", "Fake radio"}}};
  if (what == "crash") std::abort();
  while (what == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  if (arguments.count("driver") == 0 || arguments.at("driver") != "fake") return {};
  return {arguments};
}

SoapySDR::Device* make(const SoapySDR::Kwargs& arguments) { return new FakeRadio(arguments); }

const SoapySDR::Registry registered("fake", find, make, SOAPY_SDR_ABI_VERSION);

}  // namespace
