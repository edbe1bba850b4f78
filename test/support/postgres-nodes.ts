import { fileURLToPath } from "node:url";
import { type Cluster, startCluster } from "./postgres.ts";

/** Three servers with the partitions of tables, and a fourth through which they are one. */
export interface SpreadCluster {
  readonly coordinator: Cluster;
  readonly nodes: readonly Cluster[];
  /** Makes the tables of one schema; gives the names of the nodes as callers read them. */
  createTables(schema: string): Promise<string[]>;
  stop(): void;
}

const nodeCount = 3;

/** Of each table: fewer than in production, since tests make many tables. */
export const partitions = 3;

const serverOptions = {
  host: "127.0.0.1",
  dbname: "postgres",
  extensions: "postgis",
  async_capable: "true",
  connect_timeout: "3",
  tcp_user_timeout: "10000",
  keepalives_idle: "10",
  fetch_size: "200",
  batch_size: "500",
  parallel_commit: "true",
};

/** Runs a file of SQL of the reference service with these variables. */
export function runSqlFile(
  cluster: Cluster,
  name: string,
  variables: Readonly<Record<string, string | number>>,
): Promise<unknown> {
  const url = new URL(`../../packages/reference-service/sql/${name}`, import.meta.url);
  const set = Object.entries(variables).map(([variable, value]) => `\\set ${variable} ${value}`);
  return cluster.query([...set, `\\i '${fileURLToPath(url)}'`].join("\n"));
}

/** What a killed server has committed must be there when it is back. */
const durable = "synchronous_commit=on";

/** @param extra settings of all servers, like `shared_buffers=512MB` */
export async function startSpreadCluster(
  extra: readonly string[] = ["shared_buffers=32MB"],
): Promise<SpreadCluster> {
  const started: Cluster[] = [];
  const stop = () => {
    for (const cluster of started) cluster.stop();
  };
  try {
    for (let i = 0; i <= nodeCount; i++) started.push(await startCluster([...extra, durable]));
    const [coordinator, ...nodes] = started as [Cluster, ...Cluster[]];
    await coordinator.query("CREATE EXTENSION postgres_fdw;");
    for (const [i, { port }] of nodes.entries()) {
      const options = Object.entries({ ...serverOptions, port }).map(([k, v]) => `${k} '${v}'`);
      const server = `emberline_node_${i + 1}`;
      await coordinator.query(`
        CREATE SERVER ${server} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (${options});
        CREATE USER MAPPING FOR postgres SERVER ${server} OPTIONS (user 'postgres');`);
    }
    const createTables = async (schema: string) => {
      const variables = { schema, partitions };
      await Promise.all(nodes.map((node) => runSqlFile(node, "node.sql", variables)));
      await runSqlFile(coordinator, "coordinator.sql", variables);
      return nodes.map((_, i) => `emberline_node_${i + 1}`);
    };
    return { coordinator, nodes, createTables, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
