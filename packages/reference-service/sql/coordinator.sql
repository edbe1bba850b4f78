-- Tables over several nodes by postgres_fdw: the coordinator holds no feature, the nodes hold the
-- partitions. Run node.sql on each node first, then in the database of the coordinator:
--
--   CREATE EXTENSION postgis;
--   CREATE EXTENSION postgres_fdw;
--   CREATE SERVER emberline_node_1 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
--     host '10.0.0.11', dbname 'fires', extensions 'postgis', async_capable 'true',
--     connect_timeout '3', tcp_user_timeout '10000', keepalives_idle '10',
--     fetch_size '200', batch_size '500', parallel_commit 'true');
--   CREATE USER MAPPING FOR emberline SERVER emberline_node_1
--     OPTIONS (user 'emberline', password '…');
--   GRANT USAGE ON FOREIGN SERVER emberline_node_1 TO emberline;
--
-- and the same for emberline_node_2 and so on, then this file as the role of the service. A name
-- of a server is what callers read when its node is away, so it must not be a secret.
--
-- Variables (psql -v name=value): schema (emberline), partitions of each table (6, as in node.sql),
-- servers: pattern of the names of servers (emberline_node_%).
\set ON_ERROR_STOP on
\if :{?schema} \else
\set schema emberline
\endif
\if :{?partitions} \else
\set partitions 6
\endif
\if :{?servers} \else
\set servers emberline_node_%
\endif

BEGIN;
CREATE SCHEMA :"schema";
SET LOCAL search_path = :"schema", public;

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

-- The incoming features of a change, kept until all nodes have committed it.
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
  is_live boolean NOT NULL) PARTITION BY HASH (cell);
CREATE TABLE %2$I (LIKE %1$I, PRIMARY KEY (id));
$$, name, name || '_incoming') FROM names \gexec

CREATE TEMPORARY TABLE nodes ON COMMIT DROP AS
  SELECT srvname AS server, row_number() OVER (ORDER BY srvname) - 1 AS number, count(*) OVER () AS n
  FROM pg_foreign_server WHERE srvname LIKE :'servers';

-- Neighbouring remainders lie on different nodes.
SELECT format(
  'CREATE FOREIGN TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)
    SERVER %I OPTIONS (schema_name %L, table_name %L)',
  name || '_' || i, name, :partitions, i, server, :'schema', name || '_' || i)
FROM names, generate_series(0, :partitions - 1) AS i JOIN nodes ON number = i % n \gexec

SELECT format(
  'CREATE FOREIGN TABLE %I (one integer) SERVER %I OPTIONS (schema_name %L, table_name %L)',
  server, server, :'schema', 'here')
FROM nodes \gexec
COMMIT;
