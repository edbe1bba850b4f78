import { useEffect, useState } from "preact/hooks";
import type { GlMap } from "../gl/gl-map.tsx";
import type { GlMapProps } from "../map-props.ts";
import type { StillMap } from "../still/still-map.tsx";

/** Loaded after the page, which needs neither the libraries nor the data of a map. */
const kinds = {
  moving: () => import("../gl/gl-map.tsx").then(({ GlMap }) => GlMap),
  still: () => import("../still/still-map.tsx").then(({ StillMap }) => StillMap),
};

type Loaded =
  | { readonly kind: "moving"; readonly Kind: typeof GlMap }
  | { readonly kind: "still"; readonly Kind: typeof StillMap }
  | { readonly kind: "none" };

/** The map that moves, or the still one if the browser or the latitude requires it. */
export function Canvas({ isStill, ...props }: GlMapProps & { readonly isStill: boolean }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<Loaded> =>
      isStill
        ? { kind: "still", Kind: await kinds.still() }
        : { kind: "moving", Kind: await kinds.moving() };
    load()
      .catch((): Loaded => ({ kind: "none" }))
      .then((next) => {
        if (!isGone) setLoaded(next);
      });
    return () => {
      isGone = true;
    };
  }, [isStill]);
  if (loaded?.kind === "none")
    return <p class="map-message">The map could not be loaded: the rows are in the table.</p>;
  if (loaded?.kind === "still" && isStill) return <loaded.Kind model={props.model} />;
  if (loaded?.kind === "moving" && !isStill) return <loaded.Kind {...props} />;
  return <p class="map-message">Loading map</p>;
}
