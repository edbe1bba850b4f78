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

\ir features.sql

-- The last change of each collection that this node has: the coordinator compares it with its own.
CREATE TABLE versions (name text PRIMARY KEY, version bigint NOT NULL);
INSERT INTO versions SELECT name, 0 FROM names;

SELECT format('CREATE TABLE %I (LIKE feature INCLUDING INDEXES)', name || '_' || i)
FROM names, generate_series(0, :partitions - 1) AS i \gexec
COMMIT;
