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

\ir features.sql
\ir shared-tables.sql

SELECT format('CREATE TABLE %I (LIKE feature) PARTITION BY HASH (cell)', name) FROM names \gexec

CREATE TEMPORARY TABLE nodes ON COMMIT DROP AS
  SELECT srvname AS server, row_number() OVER (ORDER BY srvname) - 1 AS number, count(*) OVER () AS n
  FROM pg_foreign_server WHERE srvname LIKE :'servers';

-- Neighbouring remainders lie on different nodes.
SELECT format(
  'CREATE FOREIGN TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)
    SERVER %I OPTIONS (schema_name %L, table_name %L)',
  name || '_' || i, name, :partitions, i, server, :'schema', name || '_' || i)
FROM names, generate_series(0, :partitions - 1) AS i JOIN nodes ON number = i % n \gexec

-- Callers read the names of these when a node is away.
SELECT format(
  'CREATE FOREIGN TABLE %I (name text, version bigint) SERVER %I
    OPTIONS (schema_name %L, table_name %L)',
  server, server, :'schema', 'versions')
FROM nodes \gexec
COMMIT;
