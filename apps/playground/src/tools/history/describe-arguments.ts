import type { JsonObject } from "../../json.ts";

/** Arguments in one short line: "svc:hotspots · near Armidale · time 2019-09-10". */
export function describeArguments(args: JsonObject): string {
  return Object.entries(args)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return name === "collection" ? text : `${name} ${text}`;
    })
    .join(" · ");
}
