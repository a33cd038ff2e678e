// SPDX-License-Identifier: MIT
// The messages that wait in the book until they are sent.
#include "daemon/watch/book/book.h"
#include "daemon/watch/book/values.h"

namespace spectrumd {

void Book::send(const Message& message) {
  const std::scoped_lock lock(mutex_);
  Statement(
      *database_,
      "INSERT INTO outbox(alarm, kind, destination, secret, body, created, due) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)")
      .run(message.alarm, message.kind, message.destination, message.secret, message.body, number_of(message.created));
}

std::vector<Message> Book::due(Time now, std::size_t limit) {
  const std::scoped_lock lock(mutex_);
  std::vector<Message> messages;
  Statement select(*database_,
                   "SELECT id, alarm, kind, destination, secret, body, tries, created FROM outbox WHERE due <= ?1 "
                   "ORDER BY due, id LIMIT ?2");
  for (select.bind(number_of(now), limit); select.step();)
    messages.push_back({select.integer(0), select.integer(1), std::string(select.text(2)), std::string(select.text(3)),
                        std::string(select.text(4)), std::string(select.text(5)), static_cast<int>(select.integer(6)),
                        time_of(select.integer(7))});
  return messages;
}

std::optional<Time> Book::next_due() {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT min(due) FROM outbox");
  return select.step() && !select.is_null(0) ? std::optional(time_of(select.integer(0))) : std::nullopt;
}

void Book::sent(std::int64_t message) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_, "DELETE FROM outbox WHERE id=?1").run(message);
}

void Book::postpone(std::int64_t message, Time until, const std::string& error) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_, "UPDATE outbox SET tries=tries+1, due=?2, error=?3 WHERE id=?1")
      .run(message, number_of(until), error);
}

void Book::give_up(std::int64_t message, const std::string& error) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  Statement(*database_, "UPDATE alarm SET note=?2 WHERE id=(SELECT alarm FROM outbox WHERE id=?1)").run(message, error);
  Statement(*database_, "DELETE FROM outbox WHERE id=?1").run(message);
  transaction.commit();
}

std::int64_t Book::waiting_messages() {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT count(*) FROM outbox");
  return select.step() ? select.integer(0) : 0;
}

}  // namespace spectrumd
