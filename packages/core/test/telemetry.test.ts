import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { metrics, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { clientOf, fakeClock, fakeService } from "./support/fake-service.ts";

const spans = new InMemorySpanExporter();
const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const meters = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter: points })],
});

before(() => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  metrics.setGlobalMeterProvider(meters);
});

after(async () => {
  trace.disable();
  metrics.disable();
  await meters.shutdown();
});

test("every attempt is a span and a duration by the HTTP client conventions, without ids, query values and secrets", async () => {
  const service = fakeService({
    answer: (_, count) => (count === 1 ? new Response(null, { status: 503 }) : undefined),
  });
  await clientOf(service, { clock: fakeClock() }).features.page("svc:hotspots", {
    datetime: "../2020-01-01T00:00:00Z",
  });
  const [exchange, failed, repeated] = spans.getFinishedSpans();
  assert.deepEqual(
    [exchange?.name, failed?.name, repeated?.name],
    [
      "POST /v1/token",
      "GET /ogc/features/v1/collections/{collection}/items",
      "GET /ogc/features/v1/collections/{collection}/items",
    ],
  );
  assert.deepEqual(failed?.attributes, {
    "http.request.method": "GET",
    "server.address": "service.example",
    "server.port": 443,
    "url.scheme": "https",
    "url.template": "/ogc/features/v1/collections/{collection}/items",
    "url.full": "https://service.example/ogc/features/v1/collections/{collection}/items",
    "http.response.status_code": 503,
    "error.type": "503",
  });
  assert.equal(repeated?.attributes["http.request.resend_count"], 1);
  assert.equal(repeated?.attributes["http.response.status_code"], 200);
  await meters.forceFlush();
  const exported = JSON.stringify([
    spans.getFinishedSpans().map(({ attributes }) => attributes),
    points.getMetrics()[0]?.scopeMetrics,
  ]);
  assert.match(exported, /http\.client\.request\.duration/);
  assert.doesNotMatch(exported, /2020-01-01|hotspots|token-1|s3cret/);
});
