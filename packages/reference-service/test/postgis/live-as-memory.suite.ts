import { after, before } from "node:test";
import { memoryJournal } from "@emberline/feeds";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { liveCases } from "../live/live-cases.ts";

let cluster: Cluster;
before(async () => {
  cluster = await startCluster();
});
after(() => cluster.stop());

let places = 0;
liveCases("live feeds into PostGIS, as into memory", () => ({
  journal: memoryJournal(),
  store: {
    url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`,
    schema: `place_${++places}`,
  },
}));
