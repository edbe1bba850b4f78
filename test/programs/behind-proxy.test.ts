import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";

test("the client reads page after page of a service behind a proxy that terminates TLS", async () => {
  const service = await createReferenceService({ clients: [{ id: "me", secret: "hush" }] });
  const baseUrl = "https://fires.test/emberline";
  const asked: string[] = [];
  const client = createClient({
    baseUrl,
    clientId: "me",
    clientSecret: "hush",
    // The proxy: TLS ends here, and the prefix of the path.
    fetch: (url, init) => {
      asked.push(String(url));
      const inside = String(url).replace(baseUrl, "http://10.0.0.1:8080");
      return service.fetch(new Request(inside, init), { address: "198.51.100.7", baseUrl });
    },
  });
  const page = await client.features.page("svc:hotspots", { limit: 1 });
  const matched = page.numberMatched!;
  let count = 0;
  const pageSize = Math.ceil(matched / 3);
  for await (const _ of client.features.iterate("svc:hotspots", { pageSize })) count++;
  assert.equal(count, matched);
  const pages = asked.filter((url) => url.includes("/items?"));
  assert.ok(pages.length >= 4, pages.join("\n"));
  for (const url of asked) assert.ok(url.startsWith(`${baseUrl}/`), url);
});
