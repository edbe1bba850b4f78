import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Fault, SplitService } from "@emberline/test-served/split-service";
import { type Answer, answerOf, errorOf, type Surface } from "@emberline/test-served/surfaces";
import { appOver, partOf, splitFixtures, surfacesOver } from "./split-surfaces.ts";

let split: SplitService;

before(async () => {
  split = await splitFixtures();
});
after(() => split.close());

const place = { near: "50,10", radius_km: 20, time: "2024-07-01/2024-07-02" };

/** The entries with time limits in seconds: short ones only where a test waits for them. */
function withLimits(limits: Readonly<Record<string, number>>) {
  return split.entries.map((each) => {
    const timeoutSeconds = limits[String(each.name)];
    return { ...each, ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
  });
}

/** A promise, and what resolves it. */
function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** What a service can do instead of answering, and what is said of it. */
const faults: readonly (readonly [fault: Fault, said: string])[] = [
  [() => new Response(null, { status: 503 }), "does not answer"],
  [() => "hang", "does not answer"],
  [() => new Response(null, { status: 401 }), "refuses its credentials"],
];

for (const [fault, said] of faults) {
  const what = fault.toString().replace(/.*=> /, "");
  test(`a service that fails (${what}) is a notice in answers that can do without it`, async (t) => {
    const quick = withLimits({ fires: 1 });
    const surfaces = await surfacesOver(split, quick, { EMBERLINE_CIRCUIT_FAILURES: "1" });
    partOf(split, "fires").answerBy(fault);
    t.after(async () => {
      partOf(split, "fires").answerBy(null);
      await Promise.all(surfaces.map((surface) => surface.close()));
    });
    const notice = `Service fires ${said}: its data is missing from this answer, which does not mean that there are no fires.`;
    for (const surface of surfaces) {
      const listed = await answerOf(surface, "list_collections");
      assert.ok(listed.notices.includes(notice), JSON.stringify(listed.notices));
      const names = listed.collections.map(({ id }: Answer) => id.split(":")[0]);
      assert.deepEqual([...new Set(names)], ["hot", "static"]);
      const { matched, complete, notices } = await answerOf(surface, "assess_location", place);
      assert.deepEqual([matched, complete], [4, false]);
      assert.ok(notices.includes(notice));
      assert.ok(
        notices.some((each: string) =>
          each.startsWith("None of the services that answer offers perimeters"),
        ),
      );
      const map = await answerOf(surface, "show_map", place);
      assert.equal(map.complete, false);
      assert.ok(map.notices.includes(notice));
      // What depends on the service alone is an error, never "no fires".
      const depending: readonly (readonly [string, object])[] = [
        ["query_features", { collection: "fires:svc:satellite-perimeters" }],
        ["assess_fire", { fire: "Alpha" }],
        ["query_features", { collection: "svc:hotspots", fire: "Alpha" }],
      ];
      for (const [tool, input] of depending)
        assert.match(await errorOf(surface, tool, input), /^(service_\w+|timed_out): /);
      const { rows } = await answerOf(surface, "query_features", {
        collection: "hot:svc:hotspots",
      });
      assert.equal(rows.length, 10);
    }
  });
}

test("readiness needs one service, and says which do not answer", async (t) => {
  const fetch = await appOver(split);
  partOf(split, "fires").answerBy(() => new Response(null, { status: 500 }));
  t.after(() => partOf(split, "fires").answerBy(null));
  const response = await fetch("/readyz");
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), {
    status: "ready",
    notice: "Without the services that do not answer: fires.",
  });
});

test("a service that hangs holds up no call that does without it", async (t) => {
  const patient = split.entries.map((each) => ({ ...each, timeoutSeconds: 600 }));
  const surfaces = await surfacesOver(split, patient);
  const fires = partOf(split, "fires");
  t.after(async () => {
    fires.answerBy(null);
    await Promise.all(surfaces.map((surface) => surface.close()));
  });
  for (const surface of surfaces) {
    await answerOf(surface, "list_collections");
    const release = gate();
    const reached = gate();
    fires.answerBy(() => {
      reached.open();
      return release.opened;
    });
    let isAnswered = false;
    const waiting = answerOf(surface, "query_features", {
      collection: "fires:svc:satellite-perimeters",
    }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await reached.opened;
    for (let i = 0; i < 3; i++) {
      const input = { collection: "hot:svc:hotspots" };
      assert.equal((await answerOf(surface, "query_features", input)).rows.length, 10);
    }
    assert.equal(isAnswered, false);
    release.open();
    assert.ok((await waiting).rows.length > 0);
  }
});

test("a list gives up on a service at the deadline of that service, not at that of another", async (t) => {
  const entries = withLimits({ hot: 60, fires: 2, static: 60 });
  const [surface] = await surfacesOver(split, entries);
  const givenUp: string[] = [];
  const release = gate();
  t.after(() => {
    for (const each of split.parts) each.answerBy(null);
    return surface!.close();
  });
  for (const name of ["fires", "static"]) {
    partOf(split, name).answerBy((request) => {
      // The exchange of tokens has the time limit of its client.
      if (request.url.endsWith("/v1/token")) return null;
      request.signal.addEventListener("abort", () => {
        givenUp.push(name);
        // Only now does the other one answer, within its own deadline.
        release.open();
      });
      return name === "fires" ? "hang" : release.opened;
    });
  }
  const { collections, notices } = await answerOf(surface!, "list_collections");
  const names = collections.map(({ id }: Answer) => id.split(":")[0]);
  assert.deepEqual([...new Set(names)], ["hot", "static"]);
  assert.match(notices.join(" "), /Service fires does not answer/);
  assert.deepEqual(givenUp, ["fires"]);
});

test("services that are down are named in every answer, and are back without a restart", async (t) => {
  const quick = withLimits({ fires: 3, static: 3 });
  const surfaces = await surfacesOver(split, quick, { EMBERLINE_CIRCUIT_FAILURES: "1" });
  t.after(async () => {
    for (const each of split.parts) each.answerBy(null);
    await Promise.all(surfaces.map((surface) => surface.close()));
  });
  const missingIn = async (surface: Surface) => {
    const { notices = [] } = await answerOf(surface, "list_collections");
    const services = notices.map(
      (each: string) => /^Service (\w+) does not answer/.exec(each)?.[1],
    );
    return services.filter((each?: string) => each !== undefined).sort();
  };
  partOf(split, "fires").answerBy(() => "hang");
  partOf(split, "static").answerBy(() => new Response(null, { status: 503 }));
  for (const surface of [...surfaces, ...surfaces])
    assert.deepEqual(await missingIn(surface), ["fires", "static"]);
  for (const each of split.parts) each.answerBy(null);
  for (const surface of surfaces) {
    while ((await missingIn(surface)).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const { rows } = await answerOf(surface, "query_features", {
      collection: "fires:svc:satellite-perimeters",
    });
    assert.ok(rows.length > 0);
    const { notices, complete } = await answerOf(surface, "assess_location", place);
    assert.doesNotMatch(JSON.stringify(notices), /does not answer/);
    assert.equal(complete, true);
  }
});
