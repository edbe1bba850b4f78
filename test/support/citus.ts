import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Cluster, startCluster } from "./postgres.ts";

const file = fileURLToPath(
  new URL("../../packages/reference-service/sql/citus.sql", import.meta.url),
);

/** Makes the tables of a service in a new schema of a database with Citus, or with stand-ins. */
export async function createSpreadTables(url: string, schema: string, shards = 6): Promise<void> {
  const args = ["-qX", "-v", `schema=${schema}`, "-v", `shards=${shards}`, "-f", file, url];
  await promisify(execFile)("psql", args);
}

/**
 * The functions of Citus that the service calls, with the parameters of Citus 11 to 13 that it
 * names. `distributed` notes how tables were distributed. Of three workers, the first has what this
 * server has prepared, and those in `away` do not answer.
 */
const standIns = `
CREATE TABLE distributed (name regclass, by_column text, with_table text, shards integer);
CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text,
    distribution_type text DEFAULT 'hash', colocate_with text DEFAULT 'default',
    shard_count integer DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.distributed
    VALUES (table_name, distribution_column, colocate_with, shard_count) $$;
CREATE TABLE pg_dist_node (nodeid integer, groupid integer, nodename text, nodeport integer,
  isactive boolean);
INSERT INTO pg_dist_node SELECT i + 1, i, '10.0.0.1' || i, 5432, true
  FROM generate_series(1, 3) AS i;
CREATE TABLE away (nodeid integer);
CREATE TABLE pg_dist_placement (shardid bigint, groupid integer);
INSERT INTO pg_dist_placement SELECT i, i FROM generate_series(1, 3) AS i;
CREATE FUNCTION get_shard_id_for_distribution_column(regclass, integer) RETURNS bigint
  LANGUAGE sql AS 'SELECT $2 % 3 + 1';
CREATE FUNCTION run_command_on_workers(command text, OUT nodename text, OUT nodeport integer,
    OUT success boolean, OUT result text) RETURNS SETOF record LANGUAGE plpgsql AS $$
  DECLARE answer text;
  BEGIN
    EXECUTE command INTO answer;
    RETURN QUERY SELECT node.nodename, node.nodeport, nodeid NOT IN (SELECT * FROM public.away),
      CASE groupid WHEN 1 THEN answer ELSE '0' END FROM public.pg_dist_node AS node;
  END $$;`;

/** One PostgreSQL with stand-ins for what Citus does. */
export async function startStandIn(extra: readonly string[] = []): Promise<Cluster> {
  const cluster = await startCluster([
    "shared_buffers=32MB",
    "max_prepared_transactions=10",
    ...extra,
  ]);
  try {
    await cluster.query(standIns);
  } catch (error) {
    cluster.stop();
    throw error;
  }
  return cluster;
}
