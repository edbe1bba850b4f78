import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as a collector receives it; ids in hexadecimal. */
export interface ReceivedSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  /** All bytes of the span as text, to search for what must not be there. */
  readonly raw: string;
}

/** An endpoint for traces by OTLP over HTTP (protobuf). */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    spans.push(...spansOf(Buffer.concat(chunks)));
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** opentelemetry/proto/collector/trace/v1: resource_spans 1, scope_spans 2, spans 2. */
function spansOf(body: Buffer): ReceivedSpan[] {
  const bytes = [...partsOf(body, 1)]
    .flatMap((resource) => [...partsOf(resource, 2)])
    .flatMap((scope) => [...partsOf(scope, 2)]);
  return bytes.map((span) => {
    const hex = (field: number) => partsOf(span, field).next().value?.toString("hex") ?? "";
    const name = partsOf(span, 5).next().value?.toString() ?? "";
    return { trace: hex(1), id: hex(2), parent: hex(4), name, raw: span.toString("latin1") };
  });
}

/** The length-delimited values of a field in a protobuf message. */
function* partsOf(message: Buffer, wanted: number): Generator<Buffer> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const [field, type] = [Math.floor(key / 8), key % 8];
    if (type === 0) varint();
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else {
      const length = varint();
      if (field === wanted) yield message.subarray(at, at + length);
      at += length;
    }
  }
}
