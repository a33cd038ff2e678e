-- SPDX-License-Identifier: MIT
-- A fleet of receivers: who they are and what they report. Times are UTC, by the clock of the receiver at that time.

CREATE SCHEMA fleet;

-- A row for each migration. Programs that know version `compatible` or a later one may still report.
CREATE TABLE fleet.version(version integer PRIMARY KEY, compatible integer NOT NULL, at timestamptz NOT NULL DEFAULT now());

-- Which database this is: reporters keep in mind what it has. A copy that becomes another fleet needs another id.
CREATE TABLE fleet.identity(id uuid NOT NULL DEFAULT gen_random_uuid());
INSERT INTO fleet.identity DEFAULT VALUES;

-- A receiver is a history (it moves with the card) on a board (it stays). A new name changes nothing.
CREATE TABLE fleet.receiver(
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  history uuid NOT NULL,
  board text NOT NULL,
  name text NOT NULL,
  joined timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now(),
  batch bigint NOT NULL DEFAULT 0,  -- transactions so far: one that knows more has lost some here
  note text,                        -- for people
  UNIQUE(history, board)) WITH (fillfactor = 50);

-- A start of a receiver's machine. Two that are seen in turn are two machines with one identity.
CREATE TABLE fleet.run(
  receiver integer NOT NULL REFERENCES fleet.receiver,
  boot text NOT NULL,
  began timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now(),
  address inet,
  login name NOT NULL DEFAULT session_user,
  program text NOT NULL,             -- version of spectrumd
  clock_error interval NOT NULL,     -- its clock minus this one, with what the network takes
  PRIMARY KEY(receiver, boot)) WITH (fillfactor = 50);

-- What is divided by time: the tables that have the partitions, how long one lasts, how long they are kept.
CREATE TABLE fleet.series(
  name text PRIMARY KEY,
  tables text[] NOT NULL,
  period text NOT NULL CHECK (period IN ('day', 'month')),
  keep interval);  -- NULL: forever
INSERT INTO fleet.series VALUES
  ('1s', '{frame_1s,tile_1s}', 'day', '14 days'),
  ('10s', '{frame_10s,tile_10s}', 'month', '1 year'),
  ('1min', '{frame_1min,tile_1min}', 'month', NULL),
  ('10min', '{frame_10min,tile_10min}', 'month', NULL),
  ('2h', '{frame_2h,tile_2h}', 'month', NULL),
  ('alarm', '{alarm}', 'month', NULL),
  ('occupancy', '{occupancy}', 'month', NULL),
  ('floor', '{floor}', 'month', NULL),
  ('health', '{health}', 'month', '1 year');

-- Up to 60 rows of one step under one tuning, and what they have in common. Columns, notes and tiles are those of the
-- history on disk, see "History on disk" in daemon/server/PROTOCOL.md. The epoch is that of the history times 2^32 plus a
-- checksum of the boot it began in: copies of a card, whose epochs have the same numbers, do not get in each other's way.
CREATE TABLE fleet.frame(
  receiver integer NOT NULL, step integer NOT NULL, t0 timestamptz NOT NULL, epoch bigint NOT NULL,
  t1 timestamptz NOT NULL, rows smallint NOT NULL, first_sequence bigint NOT NULL, last_sequence bigint NOT NULL,
  center_hz double precision NOT NULL, span_hz double precision NOT NULL, bins integer NOT NULL,
  generation bigint NOT NULL, gain_db double precision, rbw_hz double precision NOT NULL,
  base_db double precision NOT NULL, flags integer NOT NULL, notes bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY(receiver, step, t0, epoch)) PARTITION BY LIST(step);

-- Levels of up to 256 bins of a frame: tile n begins at bin 256 n.
CREATE TABLE fleet.tile(
  receiver integer NOT NULL, step integer NOT NULL, t0 timestamptz NOT NULL, epoch bigint NOT NULL,
  tile smallint NOT NULL, mean bytea, max bytea,
  PRIMARY KEY(receiver, step, t0, epoch, tile)) PARTITION BY LIST(step);

-- They are compressed already.
ALTER TABLE fleet.frame ALTER notes SET STORAGE EXTERNAL;
ALTER TABLE fleet.tile ALTER mean SET STORAGE EXTERNAL, ALTER max SET STORAGE EXTERNAL;

-- What a rule found: a row when it begins, another one when it has ended.
CREATE TABLE fleet.alarm(
  receiver integer NOT NULL, t0 timestamptz NOT NULL, book bigint NOT NULL, id bigint NOT NULL, ended boolean NOT NULL,
  t1 timestamptz, name text NOT NULL, kind text NOT NULL, reason text NOT NULL,
  frequency_hz double precision NOT NULL, width_hz double precision NOT NULL, peak double precision NOT NULL,
  floor_db double precision NOT NULL, duty double precision NOT NULL, received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY(receiver, t0, book, id, ended)) PARTITION BY RANGE(t0);

-- The share of a quarter of an hour in which a channel was used; without a name: the whole band.
CREATE TABLE fleet.occupancy(
  receiver integer NOT NULL, t timestamptz NOT NULL, book bigint NOT NULL, period bigint NOT NULL,
  seconds double precision NOT NULL, name text NOT NULL, from_hz double precision NOT NULL,
  to_hz double precision NOT NULL, samples integer NOT NULL, used double precision NOT NULL,
  threshold_db double precision NOT NULL, mean_db double precision, floor_db double precision,
  PRIMARY KEY(receiver, t, book, period, from_hz, to_hz, name)) PARTITION BY RANGE(t);

-- The noise floor of a minute.
CREATE TABLE fleet.floor(
  receiver integer NOT NULL, t timestamptz NOT NULL, center_hz double precision NOT NULL,
  span_hz double precision NOT NULL, book bigint NOT NULL, seconds integer NOT NULL, floor_db double precision NOT NULL,
  lowest_db double precision NOT NULL, highest_db double precision NOT NULL, clipped double precision NOT NULL,
  coverage double precision NOT NULL, gain_db double precision,
  PRIMARY KEY(receiver, t, center_hz, span_hz, book)) PARTITION BY RANGE(t);

-- How a receiver was, once a minute while it was connected.
CREATE TABLE fleet.health(
  receiver integer NOT NULL, t timestamptz NOT NULL, state text NOT NULL, reason text NOT NULL,
  center_hz double precision NOT NULL, span_hz double precision NOT NULL, rows_per_second double precision NOT NULL,
  dropped_samples bigint NOT NULL, load double precision NOT NULL, lost_rows bigint NOT NULL, waiting bigint NOT NULL,
  open_alarms integer NOT NULL, synchronized boolean, url text NOT NULL, received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY(receiver, t)) PARTITION BY RANGE(t);

-- By how much the times of an epoch are to be moved, as it was known; the last row holds.
CREATE TABLE fleet.clock(
  receiver integer NOT NULL, epoch bigint NOT NULL, shift_ms bigint NOT NULL, boot text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY(receiver, epoch, shift_ms));

-- A partition for each period; times that no clock should have are in that of the `other`s.
DO $$
DECLARE level record; parent text;
BEGIN
  FOR level IN SELECT * FROM (VALUES ('1s', 1), ('10s', 10), ('1min', 60), ('10min', 600), ('2h', 7200)) l(name, step) LOOP
    FOREACH parent IN ARRAY '{frame,tile}'::text[] LOOP
      EXECUTE format('CREATE TABLE fleet.%I PARTITION OF fleet.%I FOR VALUES IN (%s) PARTITION BY RANGE(t0)',
                     parent || '_' || level.name, parent, level.step);
    END LOOP;
  END LOOP;
  FOR parent IN SELECT unnest(tables) FROM fleet.series LOOP
    EXECUTE format('CREATE TABLE fleet.%I PARTITION OF fleet.%I DEFAULT', parent || '_other', parent);
  END LOOP;
END $$;

-- Drops the first that a series keeps no longer; false if there is nothing left to drop. One thing in a transaction, as
-- in prepare(): who reads several tables meanwhile waits, and is not waited for.
CREATE FUNCTION fleet.retire(its_name text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE its fleet.series; parent text; part text; before timestamptz; removed bigint := 0;
BEGIN
  SELECT * INTO STRICT its FROM fleet.series WHERE name = its_name;
  IF its.keep IS NULL THEN RETURN false; END IF;
  before := now() - its.keep;
  FOREACH parent IN ARRAY its.tables LOOP
    SELECT c.relname INTO part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ('fleet.' || quote_ident(parent))::regclass AND c.relname ~ (parent || '_[0-9]{8}$')
        AND to_date(right(c.relname, 8), 'YYYYMMDD') + ('1 ' || its.period)::interval <= before LIMIT 1;
    IF FOUND THEN
      EXECUTE format('DROP TABLE fleet.%I', part);
      RETURN true;
    END IF;
    -- What was made before a clock was set is as old as its epoch is moved to, and stays until that is known.
    IF its.name ~ '^[0-9]' THEN
      EXECUTE format('DELETE FROM fleet.%I o WHERE o.t0 + coalesce((SELECT c.shift_ms FROM fleet.clock c '
                     'WHERE c.receiver = o.receiver AND c.epoch = o.epoch ORDER BY c.noted_at DESC LIMIT 1), 0) '
                     '* ''1 ms''::interval BETWEEN ''2000-01-01'' AND %L', parent || '_other', before);
    ELSE
      EXECUTE format('DELETE FROM fleet.%I WHERE %I BETWEEN ''2000-01-01'' AND %L', parent || '_other',
                     CASE its.name WHEN 'alarm' THEN 't0' ELSE 't' END, before);
    END IF;
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed > 0 THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;

-- Makes the first partition that is missing for rows of these times; false if none is.
CREATE FUNCTION fleet.prepare(its_name text, since timestamptz, until timestamptz) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE its fleet.series; slot timestamptz; after timestamptz; parent text; part text; at text;
BEGIN
  SELECT * INTO STRICT its FROM fleet.series WHERE name = its_name;
  at := CASE WHEN its.name ~ '^[0-9]|alarm' THEN 't0' ELSE 't' END;
  slot := date_trunc(its.period, greatest(since, now() - coalesce(its.keep, '20 years')));
  WHILE slot <= least(until, now() + '1 day'::interval) LOOP
    after := slot + ('1 ' || its.period)::interval;
    FOREACH parent IN ARRAY its.tables LOOP
      part := parent || to_char(slot, '_YYYYMMDD');
      CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = part AND relnamespace = 'fleet'::regnamespace);
      PERFORM pg_advisory_xact_lock(hashtext('fleet.prepare'));  -- another session may have made it meanwhile
      CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = part AND relnamespace = 'fleet'::regnamespace);
      EXECUTE format('CREATE TABLE fleet.%I (LIKE fleet.%I INCLUDING ALL)', part, parent);
      EXECUTE format('WITH moved AS (DELETE FROM fleet.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) '
                     'INSERT INTO fleet.%5$I SELECT * FROM moved', parent || '_other', at, slot, after, part);
      EXECUTE format('ALTER TABLE fleet.%I ATTACH PARTITION fleet.%I FOR VALUES FROM (%L) TO (%L)', parent, part, slot, after);
      RETURN true;
    END LOOP;
    slot := after;
  END LOOP;
  RETURN false;
END $$;

-- A reporter introduces itself. The warning is empty unless another one has its identity.
CREATE FUNCTION fleet.hello(its_history uuid, its_board text, its_boot text, its_name text, its_program text,
                            its_time timestamptz)
RETURNS TABLE(fleet uuid, receiver integer, batch bigint, warning text) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE me fleet.receiver; my_run fleet.run; other record;
BEGIN
  UPDATE fleet.receiver r SET name = its_name, seen = now() WHERE r.history = its_history AND r.board = its_board
    RETURNING r.* INTO me;
  IF NOT FOUND THEN  -- an insert that meets a conflict uses a number up
    INSERT INTO fleet.receiver AS r (history, board, name) VALUES (its_history, its_board, its_name)
      ON CONFLICT (history, board) DO UPDATE SET name = excluded.name, seen = now() RETURNING r.* INTO me;
  END IF;
  INSERT INTO fleet.run AS r (receiver, boot, address, program, clock_error)
    VALUES (me.id, its_boot, inet_client_addr(), its_program, its_time - clock_timestamp())
    ON CONFLICT ON CONSTRAINT run_pkey DO UPDATE SET seen = now(), address = excluded.address, login = excluded.login,
      program = excluded.program, clock_error = excluded.clock_error RETURNING r.* INTO my_run;
  fleet := (SELECT i.id FROM fleet.identity i);
  receiver := me.id;
  batch := me.batch;
  warning := '';
  SELECT r.id, r.name, r.board INTO other FROM fleet.receiver r
    WHERE r.history = me.history AND r.id <> me.id AND r.seen > now() - '10 minutes'::interval LIMIT 1;
  IF FOUND THEN
    warning := format('its card has been copied: %s (receiver %s, %s) reports the same history', other.name, other.id, other.board);
  END IF;
  SELECT r.address INTO other FROM fleet.run r
    WHERE r.receiver = me.id AND r.boot <> its_boot AND r.seen > my_run.began
      AND r.seen > now() - '10 minutes'::interval LIMIT 1;
  IF FOUND THEN
    warning := format('another machine with the same card and board reports, from %s', coalesce(host(other.address), 'the same machine'));
  END IF;
  RETURN NEXT;
END $$;

-- Begins a transaction of a reporter: its number. Two of one receiver follow each other.
CREATE FUNCTION fleet.begin_batch(its_id integer, its_boot text) RETURNS bigint LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  UPDATE fleet.run SET seen = now() WHERE receiver = its_id AND boot = its_boot;
  UPDATE fleet.receiver SET batch = batch + 1, seen = now() WHERE id = its_id RETURNING batch;
$$;

-- Roles: logins are made IN ROLE one of these. Reporters add rows, and see none.
DO $$
DECLARE missing text;
BEGIN
  FOREACH missing IN ARRAY '{spectrumd_reporter,spectrumd_reader}'::text[] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = missing) THEN EXECUTE format('CREATE ROLE %I', missing); END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA fleet FROM PUBLIC;
GRANT USAGE ON SCHEMA fleet TO spectrumd_reporter, spectrumd_reader;
GRANT SELECT ON fleet.version TO spectrumd_reporter;
GRANT INSERT ON fleet.frame, fleet.tile, fleet.alarm, fleet.occupancy, fleet.floor, fleet.health, fleet.clock
  TO spectrumd_reporter;
GRANT EXECUTE ON FUNCTION fleet.prepare, fleet.retire, fleet.hello, fleet.begin_batch TO spectrumd_reporter;
GRANT SELECT ON ALL TABLES IN SCHEMA fleet TO spectrumd_reader;
