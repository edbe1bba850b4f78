import assert from "node:assert/strict";
import { createReferenceService } from "@emberline/reference-service";

const service = await createReferenceService({
  clients: [{ id: "demo", secret: "a-secret-of-your-own" }],
});
const ask = async (path, init) => {
  const response = await service.fetch(new Request(`http://service.test${path}`, init));
  assert.equal(response.status, 200);
  return response.json();
};
const { access_token: token } = await ask("/v1/token", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ client_id: "demo", client_secret: "a-secret-of-your-own" }),
});
const path = "/ogc/features/v1/collections/svc:hotspots/items?limit=3";
const { features } = await ask(path, { headers: { Authorization: `Bearer ${token}` } });
assert.equal(features.length, 3);
process.exit();
