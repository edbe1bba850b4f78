import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import type { Fire } from "../fires/fire.ts";
import { type LinkOf, simulationsNamedLike, simulationsOf } from "../fires/simulations-of-fire.ts";
import { simulationsNamed } from "../reading/simulation-links.ts";
import { findFire } from "../selection/fire-scope.ts";

/** A fire, and how simulations are matched to it. */
export interface FireLinks {
  /** Null if the fire has no perimeter. */
  readonly found: Fire | null;
  readonly linkOf: LinkOf;
  readonly notices: readonly string[];
}

/** Simulations of the fire: by its perimeter, or by name alone if it has none. */
export async function findLinks(
  text: string,
  { radius_km: radiusKm }: { radius_km?: number | undefined },
  context: ToolContext,
): Promise<FireLinks> {
  const resolved = await ifOffered(findFire(text, null, null, context));
  if (!resolved) {
    const notices = ["No fire of that name has a perimeter: simulations matched by name alone."];
    return { found: null, linkOf: simulationsNamedLike(text), notices };
  }
  const { fire, notices } = resolved;
  return { found: fire, linkOf: simulationsOf(fire, radiusKm), notices };
}

/** How simulations are matched to the fire, and to the part of a name if that is given too. */
export function linkTo(fire: FireLinks | null, namePart: string | undefined): LinkOf | undefined {
  const named = namePart === undefined ? undefined : simulationsNamed(namePart);
  if (!fire || !named) return fire?.linkOf ?? named;
  return (simulation) => (named(simulation) === null ? null : fire.linkOf(simulation));
}
