-- SPDX-License-Identifier: MIT
-- Where receivers are, for maps: only those that say so.

ALTER TABLE fleet.receiver ADD locator text;

-- What a reporter says after hello(); NULL for nothing, which also forgets what it has said before.
CREATE FUNCTION fleet.set_locator(its_id integer, its_locator text) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  UPDATE fleet.receiver SET locator = its_locator WHERE id = its_id AND locator IS DISTINCT FROM its_locator;
$$;
REVOKE EXECUTE ON FUNCTION fleet.set_locator FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fleet.set_locator TO spectrumd_reporter;

CREATE OR REPLACE VIEW fleet.show_receiver AS
  SELECT r.id, r.name, r.seen, extract(epoch FROM now() - r.seen)::double precision AS seconds_since_seen,
         h.state, h.reason, h.center_hz, h.span_hz, h.rows_per_second, h.load, h.dropped_samples, h.lost_rows, h.waiting,
         h.open_alarms, h.synchronized, extract(epoch FROM u.clock_error)::double precision AS clock_error_seconds,
         host(u.address) AS address, u.program, h.url, r.joined, r.note, r.locator
  FROM fleet.receiver r
  LEFT JOIN LATERAL (SELECT * FROM fleet.run WHERE receiver = r.id ORDER BY seen DESC LIMIT 1) u ON true
  LEFT JOIN LATERAL (SELECT * FROM fleet.health WHERE receiver = r.id ORDER BY t DESC LIMIT 1) h ON true;

COMMENT ON COLUMN fleet.receiver.locator IS 'Maidenhead locator, as report.locator of the receiver says; NULL: it does not say where it is';
COMMENT ON COLUMN fleet.show_receiver.locator IS 'Maidenhead locator, such as JO62QM; NULL: it does not say where it is';
