import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmberlineError, type RetryEvent } from "../src/index.ts";
import { clientOf, fakeClock, fakeService } from "./support/fake-service.ts";

const busy = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ code: "busy", description: "come back" }, { status, headers });

test("a transient failure is retried at most three times, each after a longer random wait", async () => {
  const clock = fakeClock();
  const events: RetryEvent[] = [];
  const service = fakeService({ answer: () => busy(503) });
  const client = clientOf(service, {
    clock,
    retry: { random: () => 0.5 },
    onRetry: (event) => events.push(event),
  });
  await assert.rejects(client.features.page("svc:hotspots"), {
    code: "service",
    status: 503,
    attempts: 4,
    serviceCode: "busy",
  });
  assert.deepEqual(clock.slept, [250, 500, 1000]);
  assert.deepEqual(
    events.map(({ attempt, delayMs, error }) => [attempt, delayMs, error.code]),
    [
      [1, 250, "service"],
      [2, 500, "service"],
      [3, 1000, "service"],
    ],
  );
});

test("only transient failures are retried", async () => {
  const attempts = new Map([
    [400, 1],
    [403, 1],
    [404, 1],
    [408, 4],
    [410, 1],
    [422, 1],
    [429, 4],
    [500, 4],
    [501, 1],
    [502, 4],
    [503, 4],
    [504, 4],
  ]);
  for (const [status, expected] of attempts) {
    const service = fakeService({ answer: () => busy(status) });
    await assert.rejects(clientOf(service, { clock: fakeClock() }).features.page("svc:hotspots"), {
      status,
      attempts: expected,
    });
  }
});

test("Retry-After is obeyed in seconds and as a date, which counts from the answer's own clock", async () => {
  const date = (ms: number): string => new Date(Date.UTC(2001, 0, 1) + ms).toUTCString();
  const cases: [Record<string, string>, number[]][] = [
    [{ "retry-after": "7" }, [7000]],
    [{ "retry-after": date(9000), date: date(0) }, [9000]],
    [{ "retry-after": date(0), date: date(5000) }, [0]],
    [{ "retry-after": "0" }, [0]],
  ];
  for (const status of [429, 503]) {
    for (const [headers, slept] of cases) {
      const clock = fakeClock();
      const service = fakeService({
        answer: (_, count) => (count === 1 ? busy(status, headers) : undefined),
      });
      assert.equal(
        (await clientOf(service, { clock }).features.page("svc:hotspots")).features.length,
        25,
      );
      assert.deepEqual(clock.slept, slept);
    }
  }
});

test("a wait beyond the remaining time ends the call at once and is stated in the error", async () => {
  for (const [retryAfter, timeoutMs] of [
    ["31", 120_000],
    ["5", 4_000],
  ] as const) {
    const clock = fakeClock();
    const service = fakeService({ answer: () => busy(429, { "retry-after": retryAfter }) });
    await assert.rejects(clientOf(service, { clock, timeoutMs }).features.page("svc:hotspots"), {
      code: "rate-limited",
      attempts: 1,
      retryAfterMs: Number(retryAfter) * 1000,
    });
    assert.deepEqual(clock.slept, []);
  }
});

test("retries can be switched off", async () => {
  const service = fakeService({ answer: () => busy(503) });
  await assert.rejects(
    clientOf(service, { retry: { maxRetries: 0 } }).features.page("svc:hotspots"),
    { attempts: 1 },
  );
});

test("a failed page is retried without losing the ones before", async () => {
  const service = fakeService({
    answer: (_, count) => (count === 2 || count === 4 ? busy(500) : undefined),
  });
  const client = clientOf(service, { clock: fakeClock() });
  let count = 0;
  for await (const _ of client.features.iterate("svc:hotspots", { pageSize: 5 })) count += 1;
  assert.equal(count, 25);
  assert.equal(service.requests().length, 7);
});

test("an error states method, URL, status, request id, attempts, and the service's message", async () => {
  const service = fakeService({
    answer: () =>
      Response.json(
        { code: "too-many-simulations", message: "not\u001b[31m now" },
        { status: 422, headers: { "x-request-id": "r-1" } },
      ),
  });
  const error = await clientOf(service)
    .simulations.page()
    .catch((reason) => reason);
  assert.ok(isEmberlineError(error) && error instanceof Error);
  assert.deepEqual(
    { ...error, message: error.message, name: error.name },
    {
      code: "invalid-request",
      name: "InvalidRequestError",
      method: "GET",
      url: "https://service.example/v1/fire-spread/simulations?limit=20",
      status: 422,
      requestId: "r-1",
      attempts: 1,
      service: undefined,
      serviceCode: "too-many-simulations",
      message:
        'GET https://service.example/v1/fire-spread/simulations?limit=20 was answered 422: "not [31m now".',
    },
  );
  assert.equal(isEmberlineError(new Error("other")), false);
  assert.equal(isEmberlineError(undefined), false);
});

test("an error of another copy of this package is recognized", () => {
  const foreign = Object.assign(new Error("x"), {
    [Symbol.for("emberline.error")]: true,
    code: "timeout",
  });
  assert.equal(isEmberlineError(foreign), true);
});

test("a 404 lists what is documented for the collection", async () => {
  const client = clientOf(
    fakeService({ answer: () => new Response("<html><h1>Not found</h1></html>", { status: 404 }) }),
  );
  await assert.rejects(client.collections.get("svc:hotspots"), {
    code: "not-found",
    message: /"Not found".*documented for svc:hotspots: one feature by its id\.$/,
  });
  await assert.rejects(client.features.get("svc:hotspots", "x1"), {
    message: /no feature "x1" in svc:hotspots/,
  });
  await assert.rejects(client.features.page("svc:nothing"), {
    message: /no collection "svc:nothing"/,
  });
});
