import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import {
  type CallContext,
  type CallResult,
  callTool,
  catalogue,
  type ExportStore,
  svgPictures,
} from "@emberline/tools";

/** The moment at which the calls of the documents are made. */
export const sampleTime = Date.parse("2026-08-01T12:00:00Z");

/** Calls tools on the sample of real fires; the same calls have the same answers every time. */
export async function openSampleCalls(): Promise<
  (tool: string, input: unknown) => Promise<CallResult>
> {
  const now = () => sampleTime;
  const [clientId, clientSecret] = ["documents", "a secret of nothing but documents"];
  const service = await createReferenceService({
    clients: [{ id: clientId, secret: clientSecret }],
    now,
  });
  const client = createClient({
    baseUrl: "http://embedded.invalid",
    clientId,
    clientSecret,
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
  const context: CallContext = {
    client,
    now,
    notices: [],
    cursorKey: new Uint8Array(32),
    pictures: svgPictures,
    exports: exportsWithoutFolder,
  };
  return (name, input) => callTool(catalogue.find((tool) => tool.name === name)!, input, context);
}

/** Takes files and forgets them; a real address has an id and a signature of its own. */
const exportsWithoutFolder: ExportStore = {
  async create(name) {
    return {
      async write() {},
      async commit() {
        const uri = "http://127.0.0.1:3000/exports/ID?expires=…&signature=…";
        return { name, uri, expires: new Date(sampleTime + 3_600_000).toISOString() };
      },
      async discard() {},
    };
  },
};
