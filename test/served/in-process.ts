import { fixtures } from "@emberline/test-support/programs";
import { sampledData } from "@emberline/test-support/shared-data";
import { createApp, openUpstream, readSettings } from "emberline";

export const origin = "http://127.0.0.1:3000";

/**
 * The server's app without a port, on the fixtures; its `fetch` sends the Host
 * header that a socket would bring.
 */
export async function appInProcess(
  args: readonly string[] = ["--data", fixtures],
  environment: Record<string, string> = {},
) {
  const settings = readSettings({ args, environment });
  const app = createApp(settings, await openUpstream(settings, origin));
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(typeof input === "string" ? new URL(input, origin) : input, init);
    if (!request.headers.has("host")) request.headers.set("host", new URL(request.url).host);
    return app.fetch(request);
  };
}

let onSharedData: ReturnType<typeof appInProcess> | undefined;

/** The app on `sampledData`, which is loaded once for all test files of a process. */
export function appOnSharedData(): ReturnType<typeof appInProcess> {
  onSharedData ??= appInProcess(["--data", sampledData()]);
  return onSharedData;
}
