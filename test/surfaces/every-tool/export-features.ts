import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { exportedText, onEverySurface } from "../support/every-surface.ts";

onEverySurface(
  "export_features writes all matches to a file, available by URL or path",
  async (surface) => {
    for (const format of ["geojson", "geojsonl", "csv", "kml"]) {
      const outcome = await surface.call("export_features", {
        collection: "svc:hotspots",
        time: "2024-07-01/2024-07-02",
        format,
      });
      assert.ok(outcome.ok, outcome.ok ? "" : outcome.message);
      const { answer, attachments } = outcome;
      assert.equal("path" in answer, surface.name.includes("stdio"));
      const text = await exportedText(answer);
      const features = {
        geojson: () => JSON.parse(text).features.length,
        geojsonl: () => text.trimEnd().split("\n").length,
        csv: () => text.trimEnd().split("\r\n").length - 1,
        kml: () => text.split("<Placemark>").length - 1,
      }[format]!();
      assert.deepEqual([features, answer.count, answer.matched, answer.no_time], [8, 8, 8, 1]);
      assert.equal(Buffer.byteLength(text), answer.size_bytes);
      if (!attachments) continue;
      const [link] = attachments;
      assert.deepEqual([link!.type, link!.size], ["resource_link", answer.size_bytes]);
      assert.equal(link!.uri, answer.url ?? pathToFileURL(answer.path).href);
      assert.match(String(link!.name), new RegExp(`^svc-hotspots-.*\\.${format}$`));
    }
  },
);
