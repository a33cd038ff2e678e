-- SPDX-License-Identifier: MIT
-- For people who ask in SQL, and for Grafana: the levels of a minute as SQL can read them, a function for them, views.

-- A row of a minute. It says what the frame of step 60 says, whose tiles are compressed in a way that SQL cannot read.
CREATE TABLE fleet.minute(
  receiver integer NOT NULL, t timestamptz NOT NULL, epoch bigint NOT NULL,
  seconds double precision NOT NULL, from_hz double precision NOT NULL, bin_hz double precision NOT NULL,
  base_db double precision NOT NULL, flags integer NOT NULL, mean bytea NOT NULL, max bytea NOT NULL,
  PRIMARY KEY(receiver, t, epoch)) PARTITION BY RANGE(t);
CREATE TABLE fleet.minute_other PARTITION OF fleet.minute DEFAULT;
INSERT INTO fleet.series VALUES ('minute', '{minute}', 'month', '1 year');

-- In the row itself where it fits: levels() reads each row, and the other compression of PostgreSQL is slower.
DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY '{minute,minute_other}'::text[] LOOP
    EXECUTE format('ALTER TABLE fleet.%I ALTER mean SET COMPRESSION lz4, ALTER max SET COMPRESSION lz4', part);
  END LOOP;
END $$;

-- As before; what a clock moved is now asked of all that has an epoch.
CREATE OR REPLACE FUNCTION fleet.retire(its_name text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE its fleet.series; parent text; part text; at text; before timestamptz; removed bigint := 0;
BEGIN
  SELECT * INTO STRICT its FROM fleet.series WHERE name = its_name;
  IF its.keep IS NULL THEN RETURN false; END IF;
  before := now() - its.keep;
  at := CASE WHEN its.name ~ '^[0-9]|alarm' THEN 't0' ELSE 't' END;
  FOREACH parent IN ARRAY its.tables LOOP
    SELECT c.relname INTO part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ('fleet.' || quote_ident(parent))::regclass AND c.relname ~ (parent || '_[0-9]{8}$')
        AND to_date(right(c.relname, 8), 'YYYYMMDD') + ('1 ' || its.period)::interval <= before LIMIT 1;
    IF FOUND THEN
      EXECUTE format('DROP TABLE fleet.%I', part);
      RETURN true;
    END IF;
    -- What was made before a clock was set is as old as its epoch is moved to, and stays until that is known.
    IF its.name ~ '^[0-9]|minute' THEN
      EXECUTE format('DELETE FROM fleet.%I o WHERE o.%I + coalesce((SELECT c.shift_ms FROM fleet.clock c '
                     'WHERE c.receiver = o.receiver AND c.epoch = o.epoch ORDER BY c.noted_at DESC LIMIT 1), 0) '
                     '* ''1 ms''::interval BETWEEN ''2000-01-01'' AND %L', parent || '_other', at, before);
    ELSE
      EXECUTE format('DELETE FROM fleet.%I WHERE %I BETWEEN ''2000-01-01'' AND %L', parent || '_other', at, before);
    END IF;
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed > 0 THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;

-- Levels of a receiver: rows of a minute that begin in [since, until), bins whose center is in [from_hz, to_hz). The
-- inner OFFSET 0 cuts the window out of a row once; get_byte() on the row itself would decompress it for each bin.
CREATE FUNCTION fleet.levels(receiver integer, since timestamptz, until timestamptz,
                             from_hz double precision DEFAULT '-Infinity', to_hz double precision DEFAULT 'Infinity')
RETURNS TABLE("time" timestamptz, frequency double precision, mean real, max real)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 100000 AS $$
  SELECT w.t, w.first_hz + n * w.bin_hz,
         (CASE WHEN get_byte(w.mean, n) > 0 THEN w.base_db + 0.5 * (get_byte(w.mean, n) - 1) END)::real,
         (w.base_db + 0.5 * (get_byte(w.max, n) - 1))::real
  FROM (
    SELECT c.t, c.from_hz + (c.first + 0.5) * c.bin_hz AS first_hz, c.bin_hz, c.base_db,
           substring(c.mean FROM c.first + 1 FOR c.after - c.first) AS mean,
           substring(c.max FROM c.first + 1 FOR c.after - c.first) AS max
    FROM (
      SELECT m.t + m.moved AS t, m.from_hz, m.bin_hz, m.base_db, m.mean, m.max,
             least(length(m.max), greatest(0, ceil(($4 - m.from_hz) / m.bin_hz - 0.5)))::integer AS first,
             least(length(m.max), greatest(0, ceil(($5 - m.from_hz) / m.bin_hz - 0.5)))::integer AS after
      FROM (
        SELECT r.*, '0'::interval AS moved FROM fleet.minute r
        WHERE r.receiver = $1 AND r.t >= $2 AND r.t < $3 AND NOT EXISTS (
          SELECT FROM (SELECT DISTINCT ON (k.epoch) k.epoch, k.shift_ms FROM fleet.clock k WHERE k.receiver = $1
                       ORDER BY k.epoch, k.noted_at DESC) s WHERE s.epoch = r.epoch AND s.shift_ms <> 0)
        UNION ALL
        SELECT r.*, s.shift_ms * '1 ms'::interval
        FROM (SELECT DISTINCT ON (k.epoch) k.epoch, k.shift_ms FROM fleet.clock k WHERE k.receiver = $1
              ORDER BY k.epoch, k.noted_at DESC) s
        JOIN fleet.minute r ON r.receiver = $1 AND r.epoch = s.epoch
        WHERE s.shift_ms <> 0 AND r.t >= $2 - s.shift_ms * '1 ms'::interval
          AND r.t < $3 - s.shift_ms * '1 ms'::interval) m) c
    WHERE c.after > c.first OFFSET 0) w
  CROSS JOIN generate_series(0, length(w.max) - 1) n
  WHERE get_byte(w.max, n) > 0
$$;

CREATE VIEW fleet.show_receiver AS
  SELECT r.id, r.name, r.seen, extract(epoch FROM now() - r.seen)::double precision AS seconds_since_seen,
         h.state, h.reason, h.center_hz, h.span_hz, h.rows_per_second, h.load, h.dropped_samples, h.lost_rows, h.waiting,
         h.open_alarms, h.synchronized, extract(epoch FROM u.clock_error)::double precision AS clock_error_seconds,
         host(u.address) AS address, u.program, h.url, r.joined, r.note
  FROM fleet.receiver r
  LEFT JOIN LATERAL (SELECT * FROM fleet.run WHERE receiver = r.id ORDER BY seen DESC LIMIT 1) u ON true
  LEFT JOIN LATERAL (SELECT * FROM fleet.health WHERE receiver = r.id ORDER BY t DESC LIMIT 1) h ON true;

CREATE VIEW fleet.show_health AS
  SELECT h.t AS "time", h.receiver, r.name, h.state, h.reason, h.center_hz, h.span_hz, h.rows_per_second, h.load,
         h.dropped_samples, h.lost_rows, h.waiting, h.open_alarms, h.synchronized
  FROM fleet.health h JOIN fleet.receiver r ON r.id = h.receiver;

-- Its end says all that its begin has said, so one row of the two is enough: the begin where there is no end.
CREATE VIEW fleet.show_alarm AS
  SELECT a.t0 AS "time", a.t1 AS until, extract(epoch FROM a.t1 - a.t0)::double precision AS seconds, a.receiver, r.name,
         a.name AS alarm, a.kind, a.reason, a.frequency_hz, a.width_hz, a.peak, a.floor_db, a.duty, a.id
  FROM fleet.alarm a JOIN fleet.receiver r ON r.id = a.receiver
  WHERE a.ended OR NOT EXISTS (
    SELECT FROM fleet.alarm e WHERE e.receiver = a.receiver AND e.t0 = a.t0 AND e.book = a.book AND e.id = a.id AND e.ended);

CREATE VIEW fleet.show_floor AS
  SELECT f.t AS "time", f.receiver, r.name, f.center_hz, f.span_hz, f.seconds, f.floor_db, f.lowest_db, f.highest_db,
         f.clipped, f.coverage, f.gain_db
  FROM fleet.floor f JOIN fleet.receiver r ON r.id = f.receiver;

CREATE VIEW fleet.show_occupancy AS
  SELECT o.t AS "time", o.receiver, r.name, nullif(o.name, '') AS channel, o.from_hz, o.to_hz, o.seconds,
         o.used * 100 AS percent, o.mean_db, o.floor_db, o.threshold_db, o.samples
  FROM fleet.occupancy o JOIN fleet.receiver r ON r.id = o.receiver;

REVOKE EXECUTE ON FUNCTION fleet.levels FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fleet.levels TO spectrumd_reader;
GRANT INSERT ON fleet.minute TO spectrumd_reporter;
GRANT SELECT ON fleet.minute, fleet.show_receiver, fleet.show_health, fleet.show_alarm, fleet.show_floor,
  fleet.show_occupancy TO spectrumd_reader;

-- What psql shows with \d+ and \df+, and Grafana in its list of tables.
COMMENT ON SCHEMA fleet IS 'What a fleet of receivers (spectrumd) has reported. Begin with the views show_… and levels()';
COMMENT ON FUNCTION fleet.levels IS
  'Levels of a receiver, dB: mean and max of each minute that begins in [since, until), by center of the bin, Hz';
COMMENT ON VIEW fleet.show_receiver IS 'Who reports, when each was seen last, and how it was at its last report';
COMMENT ON VIEW fleet.show_health IS 'How each receiver was, once a minute while it was connected';
COMMENT ON VIEW fleet.show_alarm IS 'What a rule found, begin and end in one row; until is NULL while it lasts';
COMMENT ON VIEW fleet.show_floor IS 'The noise floor of each minute';
COMMENT ON VIEW fleet.show_occupancy IS 'The share of a quarter of an hour in which a channel was used; channel NULL: the whole band';
COMMENT ON COLUMN fleet.show_receiver.seconds_since_seen IS 'More than a few minutes: it has no connection';
COMMENT ON COLUMN fleet.show_receiver.waiting IS 'Frames and entries that it had not yet sent';
COMMENT ON COLUMN fleet.show_receiver.clock_error_seconds IS 'Its clock minus that of the database, when it connected';
COMMENT ON COLUMN fleet.show_health.load IS 'Share of real time that its signal processing takes; 1 is too slow';
COMMENT ON COLUMN fleet.show_alarm.peak IS 'dB; for rules of another quantity, that quantity';
COMMENT ON TABLE fleet.minute IS 'Levels of a minute, uncompressed, for SQL: use levels(). A year of them is kept';
COMMENT ON COLUMN fleet.minute.t IS 'Begin, by the clock of then; table clock says by how much an epoch is to be moved';
COMMENT ON COLUMN fleet.minute.from_hz IS 'Lower edge of the first bin; bin n has its center at from_hz + (n + 0.5) bin_hz';
COMMENT ON COLUMN fleet.minute.mean IS 'A byte for each bin: 0: no data, otherwise base_db + 0.5 (byte - 1) dB';
COMMENT ON COLUMN fleet.minute.max IS 'As mean';
COMMENT ON COLUMN fleet.minute.flags IS 'Of the row, see "History on disk" in PROTOCOL.md';
COMMENT ON TABLE fleet.receiver IS 'A history (it moves with the card) on a board (it stays). Its name may change';
COMMENT ON TABLE fleet.run IS 'A start of the machine of a receiver';
COMMENT ON TABLE fleet.series IS 'What is divided by time into partitions, and how long it is kept';
COMMENT ON TABLE fleet.frame IS 'Up to 60 rows of one step (1, 10, 60, 600 or 7200 s) under one tuning';
COMMENT ON TABLE fleet.tile IS 'Levels of 256 bins of a frame, compressed: programs read them, see PROTOCOL.md; for SQL see minute';
COMMENT ON TABLE fleet.alarm IS 'What a rule found: a row when it begins, another when it has ended; see show_alarm';
COMMENT ON TABLE fleet.occupancy IS 'See show_occupancy';
COMMENT ON TABLE fleet.floor IS 'See show_floor';
COMMENT ON TABLE fleet.health IS 'See show_health';
COMMENT ON TABLE fleet.clock IS 'By how much the times of an epoch are to be moved, as it was known; the last row holds';
COMMENT ON TABLE fleet.version IS 'A row for each migration: programs that know version compatible or later may report';
COMMENT ON TABLE fleet.identity IS 'Which database this is. A copy that becomes another fleet needs another id';
