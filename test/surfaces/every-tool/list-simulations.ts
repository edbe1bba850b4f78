import assert from "node:assert/strict";
import { answerOf } from "@emberline/test-served/surfaces";
import { recordsOf } from "@emberline/test-support/records";
import { onBothKinds, onEverySurface } from "../support/every-surface.ts";

onEverySurface(
  "list_simulations gives areas in km² and hectares and marks lapsed forecasts",
  async (surface) => {
    const answer = await answerOf(surface, "list_simulations", {
      fire_name: "alpha",
      properties: ["status", "burned_area_km2", "burned_area_hectares", "forecast_until", "lapsed"],
    });
    assert.equal(answer.returned, 2);
    const row = recordsOf(answer).find(({ status }) => status === "COMPLETED")!;
    const cell = (name: string) => row[name];
    assert.deepEqual([cell("burned_area_km2"), cell("burned_area_hectares")], [1.23, 123]);
    assert.deepEqual([cell("forecast_until"), cell("lapsed")], ["2024-07-02T18:00:00Z", true]);
  },
);

onBothKinds(
  "list_simulations filters by status, origin, place and time, and pages by cursor",
  async (surface) => {
    const names = async (input: unknown) =>
      (await answerOf(surface, "list_simulations", input)).rows.map((row: string[]) =>
        row[0]!.slice(-1),
      );
    const newestFirst = await names({});
    assert.deepEqual(
      [newestFirst[0], newestFirst.slice(1, 3).sort(), ...newestFirst.slice(3)],
      ["3", ["0", "1"], "2", "4"],
    );
    assert.deepEqual(await names({ status: "paused" }), ["4"], "an unknown status is passed on");
    assert.deepEqual((await names({ origin: "automatic" })).sort(), ["0", "3"]);
    assert.deepEqual(await names({ near: "50,11", radius_km: 30 }), ["1"]);
    assert.deepEqual(await names({ since: "2024-07-03" }), ["3"]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await answerOf(surface, "list_simulations", { limit: 2, cursor });
      seen.push(...answer.rows.map((row: string[]) => row[0]));
      cursor = answer.next_cursor;
    } while (cursor);
    assert.equal(new Set(seen).size, 5);
  },
);
