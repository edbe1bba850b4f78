import type { MapLayers } from "@emberline/map";
import { type Drawable, geometryOf } from "../content/content.ts";
import { titleOf } from "../content/titles.ts";

/** What is drawn, as layers of the still map; kinds without a layer become titled shapes. */
export function mapLayers(drawables: readonly Drawable[]): MapLayers {
  const layered = new Set<Drawable>();
  const of = <Kind extends Drawable["kind"]>(kind: Kind) => {
    const found = drawables.filter((each): each is Drawable & { kind: Kind } => each.kind === kind);
    for (const each of found) layered.add(each);
    return found;
  };
  return {
    perimeters: of("perimeter"),
    staticSources: of("source").map(({ position }) => position),
    detections: of("detection"),
    simulations: of("simulation").map(({ position }) => position),
    shapes: drawables
      .filter((each) => !layered.has(each))
      .map((each) => ({ geometry: geometryOf(each), title: titleOf(each) })),
  };
}
