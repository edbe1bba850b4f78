-- Tables spread over the nodes of a Citus cluster (Citus 11 or later, PostgreSQL 14 or later), only
-- for data that is loaded once and never changes.
--
-- Do not use it for data that changes, such as live feeds. If a worker fails while it commits a
-- change, answers then lack some features and have others twice, and no error says so; a real
-- cluster has shown this. For data that changes use one PostgreSQL, in which the service makes its
-- tables by itself.
--
-- Written to Citus' documentation, and tested on one PostgreSQL with stand-ins for its functions.
--
-- 1. On the coordinator and on every worker: install Citus and PostGIS, set
--    shared_preload_libraries = 'citus' and restart; let the nodes reach each other in pg_hba.conf
--    (passwords of the nodes in .pgpass or pg_dist_authinfo); then, in the database of the service:
--
--      CREATE EXTENSION citus;
--      CREATE EXTENSION postgis;
--
-- 2. On the coordinator, with the addresses of your nodes:
--
--      SELECT citus_set_coordinator_host('10.0.0.10', 5432);
--      SELECT citus_add_node('10.0.0.11', 5432);
--      SELECT citus_add_node('10.0.0.12', 5432);
--
-- 3. On the coordinator, as the role of the service:
--
--      psql -f citus.sql "host=10.0.0.10 dbname=fires user=emberline"
--
-- 4. Start one service with EMBERLINE_STORE=postgres://…@10.0.0.10/fires, the coordinator, and with
--    --data, which loads the features. If a worker fails before it is ready, drop the schema and
--    begin again with 3.
--
-- 5. From then on start every service with the same EMBERLINE_STORE, without files of features and
--    without --live.
--
-- A new worker: SELECT citus_add_node(…), then SELECT citus_rebalance_start(). Against the loss of
-- a node, give each a standby by streaming replication.
--
-- Variables (psql -v name=value): schema (emberline), shards of each table (32: two to four for
-- each core of the largest cluster that you expect).
\set ON_ERROR_STOP on
\if :{?schema} \else
\set schema emberline
\endif
\if :{?shards} \else
\set shards 32
\endif

BEGIN;
CREATE SCHEMA :"schema";
SET LOCAL search_path = :"schema", public;

\ir features.sql
\ir shared-tables.sql

SELECT format('CREATE TABLE %I (LIKE feature INCLUDING INDEXES)', name) FROM names \gexec
-- By the names under which the service looks for them.
SELECT format('ALTER INDEX %I RENAME TO %I', name || old, name || new)
FROM names, (VALUES ('_expr_idx', '_duration_idx'), ('_is_point_idx', '_unplaced_idx')) AS v (old, new)
\gexec

-- All three lie together: a cell of each is on the same node.
SELECT create_distributed_table(
  'hotspots', 'cell', colocate_with := 'none', shard_count := :shards);
SELECT create_distributed_table('satellite_perimeters', 'cell', colocate_with := 'hotspots');
SELECT create_distributed_table('static_heat_sources', 'cell', colocate_with := 'hotspots');
COMMIT;
