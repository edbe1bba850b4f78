import type { EmbeddedService } from "@emberline/reference-service";
import { gauge } from "./gauge.ts";

/** Nodes of the store, by name; no row of one whose coordinator is away. */
export function observeNodes(nodes: EmbeddedService["nodes"], until?: AbortSignal): void {
  const description = "1 for a node of the store that is there, 0 for one that is away.";
  gauge("emberline.store.node.up", { description, until }, async (observe) => {
    for (const { name, isAway } of await nodes().catch(() => [])) {
      observe(isAway ? 0 : 1, { node: name });
    }
  });
}
