import { readFileSync } from "node:fs";
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

/** A file of SQL of the reference service. */
export function sqlFile(name: string): string {
  const url = new URL(`../../packages/reference-service/sql/${name}`, import.meta.url);
  return readFileSync(fileURLToPath(url), "utf8");
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
      const withSchema = (name: string) =>
        `\\set schema ${schema}\n\\set partitions ${partitions}\n${sqlFile(name)}`;
      await Promise.all(nodes.map((node) => node.query(withSchema("node.sql"))));
      await coordinator.query(withSchema("coordinator.sql"));
      return nodes.map((_, i) => `emberline_node_${i + 1}`);
    };
    return { coordinator, nodes, createTables, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
