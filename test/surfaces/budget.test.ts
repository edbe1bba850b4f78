import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { httpTools } from "@emberline/test-served/surfaces";
import { amount } from "@emberline/test-support/amount";
import { generatedCalls, isShortened } from "@emberline/test-support/generated-calls";
import { valuesOf } from "@emberline/test-support/records";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const runs = amount(60, 250);

test(`over ${runs} generated selections and budgets no answer exceeds its budget, and none that omits something wastes a fifth of it`, async (t) => {
  // The made-up world depends on the time.
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 21, 12) });
  t.after(() => mock.timers.reset());
  const surface = httpTools(origin, await appInProcess(["--synthetic"]));
  const features = await surface.call("query_features", {
    collection: "svc:hotspots",
    properties: [],
    limit: 20,
  });
  assert.ok(features.ok);
  const places = valuesOf(features.answer, "lon", "lat") as [number, number][];
  const calls = generatedCalls(2026, {
    times: ["last 24h", "yesterday", "last 3 days", "last 7 days"],
    places,
    fires: ["Copperlark Ridge", "Tinmere Forest"],
  });
  const tooLong: unknown[] = [];
  const wasteful: unknown[] = [];
  let shortened = 0;
  for (let run = 0; run < runs; run++) {
    const call = calls.next().value!;
    const outcome = await surface.call(call.tool, call.input);
    // A budget too small for any answer is an error with a short sentence.
    if (!outcome.ok) {
      assert.match(outcome.message, /raise max_tokens/);
      continue;
    }
    const { max_tokens } = call.input;
    const tokens = countTokens(JSON.stringify(outcome.answer));
    if (tokens > max_tokens) tooLong.push([call, tokens]);
    if (!isShortened(call, outcome.answer)) continue;
    shortened++;
    if (tokens < max_tokens * 0.8) wasteful.push([call, tokens]);
  }
  assert.ok(shortened > runs / 10, `only ${shortened} answers had to leave something out`);
  assert.deepEqual(tooLong, []);
  assert.deepEqual(wasteful, []);
});
