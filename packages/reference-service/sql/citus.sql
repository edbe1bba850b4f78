-- Tables spread over the workers of a Citus cluster. Tested with Citus 13.2.2 on PostgreSQL 15; it
-- needs Citus 11.1 or later.
--
-- 1. On the coordinator and on every worker: install Citus and PostGIS, then in postgresql.conf
--
--      shared_preload_libraries = 'citus'
--      wal_level = logical                 -- moving shards to a new worker needs it
--      max_prepared_transactions = 200     -- a change prepares one on each connection to a worker
--      citus.recover_2pc_interval = '5s'   -- how long a change that was cut off stays open
--
--    and restart. Let the nodes reach each other in pg_hba.conf, with the passwords of the role below
--    in .pgpass. On all of them, as a superuser, in the database of the service:
--
--      CREATE EXTENSION citus;
--      CREATE EXTENSION postgis;
--
-- 2. On the coordinator, as a superuser, with the addresses of your nodes:
--
--      SELECT citus_set_coordinator_host('10.0.0.10', 5432);
--      SELECT citus_add_node('10.0.0.11', 5432);
--      SELECT citus_add_node('10.0.0.12', 5432);
--      CREATE ROLE emberline LOGIN PASSWORD '…';
--      GRANT CREATE ON DATABASE fires TO emberline;
--
--    Citus repeats the last two on the workers.
--
-- 3. On the coordinator, as the role of the service:
--
--      psql -f citus.sql "host=10.0.0.10 dbname=fires user=emberline"
--
-- 4. Start services with EMBERLINE_STORE=postgres://emberline@10.0.0.10/fires, the coordinator. The
--    first one adds the tables that stay on the coordinator.
--
-- A worker that comes later: both extensions, SELECT citus_add_node(…), which makes roles and
-- schema there; GRANT CREATE ON DATABASE fires TO emberline, once more on the coordinator; and
-- SELECT citus_rebalance_start(). Against the loss of a node, give each a standby by streaming
-- replication.
--
-- Variables (psql -v name=value): schema (emberline); shards of each table (6). A question that
-- concerns all shards takes longer the more there are: 6 to 12 for three workers, and for larger
-- clusters as many as the cores of all workers.
\set ON_ERROR_STOP on
\if :{?schema} \else
\set schema emberline
\endif
\if :{?shards} \else
\set shards 6
\endif

BEGIN;
CREATE SCHEMA :"schema";
SET LOCAL search_path = :"schema", public;

-- As src/postgis/migrate.ts makes it for one server, with the cell; the service adds the indexes. A
-- primary key must contain the column by which features are distributed; with id first it also
-- finds ids.
CREATE TABLE hotspots (
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
  load integer,
  PRIMARY KEY (id, cell));
CREATE TABLE satellite_perimeters (LIKE hotspots INCLUDING INDEXES);
CREATE TABLE static_heat_sources (LIKE hotspots INCLUDING INDEXES);
-- The last change of each collection that a shard has, by a cell of that shard.
CREATE TABLE stamps (
  cell integer NOT NULL, name text NOT NULL, stamp bigint NOT NULL, PRIMARY KEY (cell, name));

-- All lie together: a cell of each is on the same worker.
SELECT create_distributed_table(
  'hotspots', 'cell', colocate_with := 'none', shard_count := :shards);
SELECT create_distributed_table(name, 'cell', colocate_with := 'hotspots')
  FROM unnest('{satellite_perimeters, static_heat_sources, stamps}'::regclass[]) AS name;

-- On the coordinator: the last change of each collection, and whether features lie outside the grid
-- of cells, and so have to be looked for in every search.
CREATE TABLE grids (
  name text PRIMARY KEY,
  stamp bigint NOT NULL DEFAULT 0,
  has_undated boolean NOT NULL DEFAULT false,
  has_unplaced boolean NOT NULL DEFAULT false);
INSERT INTO grids SELECT unnest('{hotspots, satellite_perimeters, static_heat_sources}'::text[]);
INSERT INTO stamps
  SELECT cell, name, 0 FROM grids, (SELECT min(cell) AS cell FROM generate_series(1, 10000) AS cell
    GROUP BY get_shard_id_for_distribution_column('stamps', cell)) AS cells;
-- Changes that some workers may have committed and others not, with the beginning of the names of
-- their prepared transactions.
CREATE TABLE unfinished (name text PRIMARY KEY, prepared text NOT NULL);
COMMIT;
