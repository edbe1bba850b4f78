import { useSignal } from "@preact/signals";
import type { Call } from "../calls/call.ts";
import { isObject } from "../json.ts";
import { ApiError } from "../server/api-error.ts";
import { usePlayground } from "../state/playground.ts";

/** The first request that a call sends to the service: as answered, or asked for on request. */
export function ServiceRequest({ call, known }: { call: Call; known: string | null }) {
  const { api, tools } = usePlayground();
  const told = useSignal<string | null>(known);
  const schema = tools.value.find(({ name }) => name === call.tool)?.inputSchema.properties;
  // An export would write its file again.
  const isOffered =
    isObject(schema) && Object.hasOwn(schema, "explain") && call.tool !== "export_features";
  const ask = async () => {
    told.value = "Asking …";
    try {
      const { value } = await api.call(call.tool, { ...call.args, explain: true });
      const request = isObject(value.selection) ? value.selection.request : undefined;
      told.value = typeof request === "string" ? request : "The answer names no request.";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      told.value = error.message;
    }
  };
  if (told.value !== null) return <p class="mono">{told.value}</p>;
  if (!isOffered) return null;
  return (
    <button type="button" class="small" onClick={() => void ask()}>
      Ask for its first request to the service
    </button>
  );
}
