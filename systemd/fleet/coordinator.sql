-- SPDX-License-Identifier: MIT
-- Makes a new database of a fleet the coordinator of shards: it has no rows, and reads those of all shards as its own.
-- Hubs and Grafana ask it; receivers report to their shard.
--   spectrumd fleet init --store postgresql://owner@db.example.org/all
--   psql -f coordinator.sql all
--   psql all -c "SELECT fleet.add_shard(0, 'db0.example.org', '5432', 'fleet', 'coordinator', '…')"   # and so on
-- `coordinator` is a login of each shard IN ROLE spectrumd_reader, with a password.
\set ON_ERROR_STOP on
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
BEGIN;

-- Each table of the schema becomes one that is divided by receiver. The views are made again on top of them.
DO $$
DECLARE its record; shown record; part text;
BEGIN
  IF EXISTS (SELECT FROM fleet.receiver) THEN RAISE 'this database has receivers; a coordinator must be new'; END IF;
  CREATE TEMPORARY TABLE shown ON COMMIT DROP AS
    SELECT c.relname AS name, pg_get_viewdef(c.oid) AS text, obj_description(c.oid, 'pg_class') AS remark
    FROM pg_class c WHERE c.relnamespace = 'fleet'::regnamespace AND c.relkind = 'v' ORDER BY c.oid;
  FOR shown IN SELECT * FROM pg_temp.shown LOOP EXECUTE format('DROP VIEW fleet.%I', shown.name); END LOOP;
  FOR its IN SELECT t.name, CASE t.name WHEN 'receiver' THEN 'id' ELSE 'receiver' END AS key,
                    obj_description(('fleet.' || t.name)::regclass, 'pg_class') AS remark
             FROM unnest('{run,receiver,frame,tile,minute,alarm,occupancy,floor,health,clock}'::text[]) t(name) LOOP
    part := its.name || '_all';
    EXECUTE format('CREATE TABLE fleet.%I (LIKE fleet.%I INCLUDING COMMENTS) PARTITION BY RANGE(%I)', part, its.name, its.key);
    EXECUTE format('COMMENT ON TABLE fleet.%I IS %L', part, its.remark);
    EXECUTE format('DROP TABLE fleet.%I CASCADE', its.name);
    EXECUTE format('ALTER TABLE fleet.%I RENAME TO %I', part, its.name);
  END LOOP;
  FOR shown IN SELECT * FROM pg_temp.shown LOOP
    EXECUTE format('CREATE VIEW fleet.%I AS %s', shown.name, shown.text);
    EXECUTE format('COMMENT ON VIEW fleet.%I IS %L', shown.name, shown.remark);
  END LOOP;
  -- A join of two tables of a receiver is left to its shard.
  EXECUTE format('ALTER DATABASE %I SET enable_partitionwise_join = on', current_database());
END $$;
DROP FUNCTION fleet.hello, fleet.set_locator, fleet.begin_batch, fleet.prepare, fleet.retire;
DELETE FROM fleet.series;  -- what is kept is a matter of the shards
GRANT SELECT ON ALL TABLES IN SCHEMA fleet TO spectrumd_reader;

CREATE FUNCTION fleet.add_shard(shard integer, host text, port text, dbname text, login text, password text,
                                sslmode text DEFAULT 'verify-full', sslrootcert text DEFAULT '/etc/ssl/certs/ca-certificates.crt')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE server text := 'shard' || shard; parent text;
BEGIN
  EXECUTE format('CREATE SERVER %I FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L, port %L, dbname %L, sslmode %L, '
                 'sslrootcert %L, async_capable ''true'', fetch_size ''1000'', keepalives_idle ''20'', '
                 'tcp_user_timeout ''30000'', connect_timeout ''10'')', server, host, port, dbname, sslmode, sslrootcert);
  EXECUTE format('CREATE USER MAPPING FOR PUBLIC SERVER %I OPTIONS (user %L, password %L)', server, login, password);
  FOREACH parent IN ARRAY '{receiver,run,frame,tile,minute,alarm,occupancy,floor,health,clock}'::text[] LOOP
    EXECUTE format('CREATE FOREIGN TABLE fleet.%I PARTITION OF fleet.%I FOR VALUES FROM (%s) TO (%s) SERVER %I '
                   'OPTIONS (schema_name ''fleet'', table_name %L)', parent || '_' || server, parent,
                   shard * 1000000 + 1, (shard + 1) * 1000000 + 1, server, parent);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION fleet.add_shard FROM PUBLIC;
COMMIT;
