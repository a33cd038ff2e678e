-- SPDX-License-Identifier: MIT
-- Makes the database of a fleet a shard: its receivers get numbers that no other shard has, a million for each. Shard 0
-- may have receivers already, the others must be new.
--   spectrumd fleet init --store postgresql://owner@db1.example.org/fleet
--   psql -v shard=1 -f shard.sql fleet
\set ON_ERROR_STOP on
BEGIN;
SELECT setval(pg_get_serial_sequence('fleet.receiver', 'id'), :shard * 1000000 + 1, false)
  WHERE NOT EXISTS (SELECT FROM fleet.receiver);
ALTER TABLE fleet.receiver ADD CONSTRAINT is_of_shard
  CHECK (id > :shard * 1000000 AND id <= :shard * 1000000 + 1000000);
COMMIT;
