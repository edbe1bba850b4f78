import { DOMParser, type Element } from "@xmldom/xmldom";
import { drawMap, layOutMap, type MapPlace, type MapRequest } from "../src/index.ts";

export const blank: MapRequest = { width: 800, height: 600, title: "A map", layers: {} };

export function draw(request: Partial<MapRequest>, places: readonly MapPlace[] = []) {
  return drawMap(layOutMap({ ...blank, ...request }), places);
}

/** The document's elements; throws where it is not well-formed. */
export function elementsOf(svg: string): Element[] {
  const raise = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  const parsed = new DOMParser({ onError: raise }).parseFromString(svg, "image/svg+xml");
  return Array.from(parsed.getElementsByTagName("*"));
}

export function textsOf(svg: string): string[] {
  return elementsOf(svg)
    .filter(({ tagName }) => tagName === "text")
    .map(({ textContent }) => textContent ?? "");
}

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill: string;
}

/** Every circle that is drawn as a path, and every dot, with its colour, in order. */
export function circlesOf(svg: string): Circle[] {
  const elements = elementsOf(svg);
  const dots = elements.filter((each) => each.getAttribute("stroke-linecap") === "round");
  return elements.flatMap((element) => {
    // Each path of dots lies on one with their edges.
    if (dots.includes(element)) return dots.indexOf(element) % 2 === 0 ? [] : dotsOf(element);
    const path = element.getAttribute("d") ?? "";
    const fill = element.getAttribute("fill") ?? "";
    return [...path.matchAll(/M(-?[\d.]+),(-?[\d.]+)a([\d.]+),/g)].map(([, left, y, radius]) => ({
      x: Number(left) + Number(radius),
      y: Number(y),
      radius: Number(radius),
      fill,
    }));
  });
}

/** Lines without length, which round caps make dots as wide as the stroke. */
function dotsOf(element: Element): Circle[] {
  const path = element.getAttribute("d") ?? "";
  const radius = Number(element.getAttribute("stroke-width")) / 2;
  const fill = element.getAttribute("stroke") ?? "";
  return [...path.matchAll(/M(-?[\d.]+),(-?[\d.]+)h0/g)].map(([, x, y]) => {
    return { x: Number(x), y: Number(y), radius, fill };
  });
}
