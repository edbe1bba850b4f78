import type { Playground } from "../state/playground.ts";
import { printRoute } from "./route.ts";

/** The whole address of what the page shows now, with where its map looks. */
export function shareLink({ route, map }: Pick<Playground, "route" | "map">): string {
  const view = map.view.peek() ?? route.peek().view;
  return new URL(printRoute({ ...route.peek(), view }), location.href).href;
}
