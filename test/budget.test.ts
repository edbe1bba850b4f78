import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { appInProcess, origin } from "./support/in-process.ts";
import { httpTools } from "./support/surfaces.ts";

/** Numbers that look random and are the same in every run (Park and Miller 1988). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const runs = 400;

test(`over ${runs} generated selections and budgets no answer is too long, and none that leaves something out wastes a fifth of its budget`, async () => {
  const surface = httpTools(origin, await appInProcess([]));
  const next = random(2026);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const tooLong: unknown[] = [];
  const wasteful: unknown[] = [];
  let shortened = 0;
  for (let run = 0; run < runs; run++) {
    const [tool, input] = pick([
      [
        "query_features",
        { limit: pick([5, 50, 400, 1000]), sort: pick([undefined, "-frp", "time"]) },
      ],
      [
        "summarize_features",
        {
          group_by: pick([["day"], ["hour", "satellite"], ["cell"], ["cluster"], ["confidence"]]),
          top: pick([0, 3, 20]),
        },
      ],
    ] as const);
    const max_tokens = 500 + Math.floor(next() ** 2 * 9500);
    const west = next() * 300 - 180;
    const area = pick([
      {},
      { bbox: [west, -60, west + 60, 80] },
      { lon: west, lat: next() * 120 - 60, radius_km: 1000 },
    ]);
    const call = {
      collection: "svc:hotspots",
      time: pick(["last 24h", "last 3 days", undefined]),
      ...area,
      ...input,
      max_tokens,
    };
    const outcome = await surface.call(tool, call);
    // A budget too small for any answer is said to be so; its sentence is short.
    if (!outcome.ok) {
      assert.match(outcome.message, /raise max_tokens/);
      continue;
    }
    const { answer } = outcome;
    const tokens = countTokens(JSON.stringify(answer));
    if (tokens > max_tokens) tooLong.push([tool, call, tokens]);
    const rows = answer.rows?.length ?? 0;
    const wanted =
      "limit" in call ? Math.min(call.limit, rows + answer.omitted) : rows + answer.omitted;
    const isShortened = rows < wanted;
    if (isShortened) shortened++;
    if (isShortened && tokens < max_tokens * 0.8) wasteful.push([tool, call, tokens, rows]);
  }
  assert.ok(shortened > runs / 10, `only ${shortened} answers had to leave something out`);
  assert.deepEqual(tooLong, []);
  assert.deepEqual(wasteful, []);
});
