// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/alarm_feed.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <chrono>

#include "daemon/config/xml_text.h"
#include "daemon/watch/alarm_json.h"

namespace spectrumd {
namespace {

// "Sat, 21 Nov 2026 08:03:49 GMT", whatever the locale.
std::string mail_date(Time time) {
  constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", kDays.at(std::chrono::weekday(day).c_encoding()),
                     static_cast<unsigned>(date.day()), kMonths.at(static_cast<unsigned>(date.month()) - 1),
                     static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count());
}

std::string log_address(const BookedAlarm& alarm, const std::string& address) {
  return fmt::format("{}api/v1/events/log?id={}", address, alarm.id);
}

}  // namespace

std::string rss_of(const std::vector<BookedAlarm>& alarms, const std::string& address) {
  std::string feed = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>spectrumd</title>"
      "<link>{0}</link><description>Alarms of the spectrum analyzer</description>\n",
      xml_text(address));
  for (const BookedAlarm& alarm : alarms)
    feed += fmt::format(
        "<item><title>{}</title><link>{}</link><guid isPermaLink=\"false\">spectrumd-{}-{}</guid><pubDate>{}</pubDate>"
        "</item>\n",
        xml_text(line_of(alarm)), xml_text(log_address(alarm, address)), alarm.id,
        alarm.begin.time_since_epoch().count(), mail_date(alarm.begin));
  return feed + "</channel></rss>\n";
}

std::string atom_of(const std::vector<BookedAlarm>& alarms, const std::string& address) {
  const Time updated = alarms.empty() ? Time{} : alarms.front().begin;
  std::string feed = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>spectrumd</title>"
      "<id>{0}</id><link href=\"{0}\"/><author><name>spectrumd</name></author><updated>{1}</updated>\n",
      xml_text(address), format_time(updated));
  for (const BookedAlarm& alarm : alarms)
    feed += fmt::format(
        "<entry><title>{}</title><id>{}</id><link "
        "href=\"{}\"/><published>{}</published><updated>{}</updated></entry>\n",
        xml_text(line_of(alarm)), xml_text(log_address(alarm, address)), xml_text(log_address(alarm, address)),
        format_time(alarm.begin), format_time(alarm.end.value_or(alarm.last_on)));
  return feed + "</feed>\n";
}

}  // namespace spectrumd
