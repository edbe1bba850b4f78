import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { OgcApiEndpoint, setFetchOptions } from "@camptocamp/ogc-client";
import { type Listener, listen } from "../../src/program/serve-command.ts";
import { type Body, type Harness, start } from "../service-harness.ts";

describe("@camptocamp/ogc-client", () => {
  let harness: Harness;
  let listener: Listener;
  let endpoint: OgcApiEndpoint;

  before(async () => {
    harness = await start();
    listener = await listen(harness.service, { port: 0, host: "127.0.0.1" });
    setFetchOptions({ headers: { Authorization: `Bearer ${harness.token}` } });
    endpoint = new OgcApiEndpoint(`${listener.url}/ogc/features/v1`);
  });
  after(async () => {
    setFetchOptions({});
    await listener.close();
  });

  it("reads the collections", async () => {
    assert.deepEqual((await endpoint.featureCollections).toSorted(), [
      "svc:hotspots",
      "svc:satellite-perimeters",
      "svc:static-heat-sources",
    ]);
    const info = await endpoint.getCollectionInfo("svc:satellite-perimeters");
    assert.equal(info.id, "svc:satellite-perimeters");
  });

  it("reads the queryables", async () => {
    const { queryables } = await endpoint.getCollectionInfo("svc:satellite-perimeters");
    const names = queryables.map(({ name }) => name);
    assert.ok(names.includes("incident_name") && names.includes("gis_acres"));
  });

  it("reads all items by offset", async () => {
    const seen: unknown[] = [];
    for (let offset = 0; ; offset += 20) {
      const items = await endpoint.getCollectionItems("svc:satellite-perimeters", 20, offset);
      seen.push(...items.map((item: Body) => item.id));
      if (items.length < 20) break;
    }
    const { features } = await harness.json(
      "/collections/svc:satellite-perimeters/items?limit=100",
    );
    assert.deepEqual(
      seen,
      features.map(({ id }: Body) => id),
    );
  });
});
