import type { Feature } from "@emberline/core";
import {
  type BooleanExpression,
  type Expression,
  normalise,
  propertiesOf,
  type Queryables,
} from "@emberline/cql2";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { isLike } from "../collection/layers.ts";
import { simulationQueryables } from "../collection/simulation-features.ts";
import { loadAreaOf } from "../geometry/area-of.ts";
import { ownProperty } from "../values/own-property.ts";
import { isOperation, mapTree, propertyOf } from "./filter-tree.ts";

/** The area that answers show, computed from outlines. */
const shown = "area_km2";
/** A property of the same name, as columns of answers name it. */
const ownName = `properties.${shown}`;
const shownTypes: ReadonlySet<"number"> = new Set(["number"]);

/** Whether answers show areas of a collection: detections, sites and simulations are points. */
export function showsAreas({ id, roles, queryables }: CollectionInfo): boolean {
  const localId = id.slice(id.lastIndexOf(":") + 1);
  return (
    roles.strength === undefined &&
    !isLike("hotspots", localId) &&
    !isLike("staticSources", localId) &&
    queryables !== simulationQueryables
  );
}

/** The property that `properties.area_km2` names where areas are shown; else the name itself. */
export function propertyNamed(name: string, collection: CollectionInfo): string {
  return name === ownName && showsAreas(collection) ? shown : name;
}

/** The types of properties with that of the area, where it is shown. */
export function withArea({ types, open }: Queryables, collection: CollectionInfo): Queryables {
  if (!showsAreas(collection)) return { types, open };
  const own = types.get(shown);
  return {
    types: new Map([...types, ...(own ? [[ownName, own] as const] : []), [shown, shownTypes]]),
    open,
  };
}

/** Tells the area from a property of the same name, where the filter may mean either. */
export function areaNotice(tree: BooleanExpression, { types }: Queryables): string | null {
  return types.has(ownName) && propertiesOf(tree).includes(shown)
    ? `${shown} is the area of the outline; the property of that name is "${ownName}".`
    : null;
}

/** How a filter with the area is sent, and how features are given to it. */
interface AreaFilter {
  /** As wide as the filter without its conditions on the area, which no service knows. */
  readonly sent: BooleanExpression | undefined;
  withArea(feature: Feature): Feature;
}

/** Null for a filter that does not speak of the area. */
export async function areaFilter(
  tree: BooleanExpression,
  known: Queryables | null,
): Promise<AreaFilter | null> {
  const names = propertiesOf(tree);
  if (known?.types.get(shown) !== shownTypes) return null;
  if (!names.includes(shown) && !names.includes(ownName)) return null;
  const areaOf = await loadAreaOf();
  const weaker = normalise(withoutArea(tree, true));
  return {
    sent: weaker === true ? undefined : weaker,
    withArea: (feature) => ({
      ...feature,
      properties: {
        ...feature.properties,
        [ownName]: ownProperty(feature.properties, shown),
        // Measured only where the other conditions leave it open.
        get [shown]() {
          return areaOf(feature.geometry);
        },
      },
    }),
  };
}

/** The tree with a constant for conditions on the area, so that it is true wherever it was. */
function withoutArea(node: BooleanExpression, isTrue: boolean): BooleanExpression {
  if (!isOperation(node as Expression) || typeof node === "boolean") return node;
  if (node.op === "not")
    return { op: "not", args: [withoutArea(node.args[0] as BooleanExpression, !isTrue)] };
  if (node.op === "and" || node.op === "or") {
    const args = node.args.map((each) => withoutArea(each as BooleanExpression, isTrue));
    return { op: node.op, args } as BooleanExpression;
  }
  if (propertiesOf(node).includes(shown)) return isTrue;
  return mapTree(node as Expression, (each) =>
    propertyOf(each) === ownName ? { property: shown } : each,
  ) as BooleanExpression;
}
