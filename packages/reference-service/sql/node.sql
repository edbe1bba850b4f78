-- Tables of one node; run it in the database of each node before coordinator.sql:
--
--   psql -f node.sql "host=10.0.0.11 dbname=fires user=postgres"
--
-- Variables (psql -v name=value): schema (emberline), partitions of each table (6), owner: the role
-- as which the coordinator signs in (the one that runs this). Each node gets all tables; those of
-- which it holds no partition stay empty.
\set ON_ERROR_STOP on
\if :{?schema} \else
\set schema emberline
\endif
\if :{?partitions} \else
\set partitions 6
\endif
\if :{?owner} \else
SELECT current_user AS owner \gset
\endif

BEGIN;
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE SCHEMA :"schema" AUTHORIZATION :"owner";
SET LOCAL ROLE :"owner";
SET LOCAL search_path = :"schema", public;

-- Answers if the node does.
CREATE VIEW here AS SELECT 1 AS one;

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
CREATE INDEX ON %1$I ((end_ms - start_ms));
CREATE INDEX ON %1$I USING gist (geom);
CREATE INDEX ON %1$I USING gin (properties jsonb_path_ops);
CREATE INDEX ON %1$I (shape);
CREATE INDEX ON %1$I (is_exact) WHERE NOT is_exact;
$$, name || '_' || i)
FROM unnest('{satellite_perimeters, static_heat_sources, hotspots}'::text[]) AS name,
  generate_series(0, :partitions - 1) AS i \gexec
COMMIT;
