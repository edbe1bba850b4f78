import { usePlayground } from "../../../state/playground.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Draft } from "../draft.ts";
import type { TimeShape } from "./periods.ts";

/** The collection whose days help to choose a time; detections, if the tool asks for none. */
export function useCollection(draft: Draft, shape: TimeShape): string | null {
  const { data } = usePlayground();
  const listed = useLoaded(() => data.collections(), "");
  const { collection, collections } = draft.args.value;
  const named = collection ?? (Array.isArray(collections) ? collections[0] : undefined);
  if (typeof named === "string") return named;
  if (shape === "ends") return "simulations";
  return (listed?.find(({ id }) => id.includes("hotspot")) ?? listed?.[0])?.id ?? null;
}
