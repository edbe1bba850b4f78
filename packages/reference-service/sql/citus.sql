-- Tables spread over the nodes of a Citus cluster (Citus 11 or later, PostgreSQL 14 or later).
-- Written to Citus' documentation, and tested on one PostgreSQL with stand-ins for its functions;
-- it has not been run on Citus itself.
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
-- 4. Start every service with EMBERLINE_STORE=postgres://…@10.0.0.10/fires, the coordinator: its
--    locks keep readers from seeing a change on one worker and not on another.
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

-- These stay on the coordinator.
CREATE TABLE migrations (version integer PRIMARY KEY);
INSERT INTO migrations VALUES (1);
CREATE TABLE collections (name text PRIMARY KEY, version bigint NOT NULL);
CREATE TABLE shapes (
  shape integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL UNIQUE,
  kinds text NOT NULL);
-- A change that may have been committed by some nodes and not by others.
CREATE TABLE unfinished (
  name text PRIMARY KEY REFERENCES collections,
  gone text NOT NULL,
  before_ms float8 NOT NULL);
-- Whether features lie outside the grid of cells, and so have to be looked for in every search.
CREATE TABLE grids (
  name text PRIMARY KEY REFERENCES collections,
  has_undated boolean NOT NULL DEFAULT false,
  has_unplaced boolean NOT NULL DEFAULT false);

CREATE TEMPORARY TABLE names ON COMMIT DROP AS
  SELECT unnest('{satellite_perimeters, static_heat_sources, hotspots}'::text[]) AS name;
INSERT INTO collections SELECT name, 0 FROM names;
INSERT INTO grids SELECT name FROM names;

-- The features, and those of a change until all nodes have committed it (on the coordinator).
-- A primary key must contain the column of distribution; with id first it also finds ids.
SELECT format($$
CREATE TABLE %1$I (
  cell integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  start_ms float8 NOT NULL,
  end_ms float8 NOT NULL,
  west float8, south float8, east float8, north float8,
  is_point boolean NOT NULL,
  geom geometry(Geometry, 4326),
  properties jsonb,
  is_exact boolean NOT NULL,
  shape integer NOT NULL,
  body text NOT NULL,
  is_live boolean NOT NULL,
  PRIMARY KEY (id, cell));
CREATE INDEX ON %1$I (start_ms DESC, id);
CREATE INDEX ON %1$I (end_ms);
CREATE INDEX %3$I ON %1$I ((end_ms - start_ms));
CREATE INDEX ON %1$I USING gist (geom);
CREATE INDEX ON %1$I USING gin (properties jsonb_path_ops);
CREATE INDEX ON %1$I (shape);
CREATE INDEX ON %1$I (is_exact) WHERE NOT is_exact;
CREATE TABLE %2$I (LIKE %1$I, PRIMARY KEY (id));
$$, name, name || '_incoming', name || '_duration_idx') FROM names \gexec

-- All three lie together: a cell of each is on the same node.
SELECT create_distributed_table(
  'hotspots', 'cell', colocate_with := 'none', shard_count := :shards);
SELECT create_distributed_table('satellite_perimeters', 'cell', colocate_with := 'hotspots');
SELECT create_distributed_table('static_heat_sources', 'cell', colocate_with := 'hotspots');
COMMIT;
