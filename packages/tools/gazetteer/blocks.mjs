// Packs places into blocks of neighbours, so that a reader decodes only the blocks that it needs.

import { fold } from "@emberline/areas/fold";
import { bucketOf, encodeDigits, limitOf, toAscii } from "./digits.js";
import { otherSpellings } from "./spellings.mjs";

const maxPlaces = 56;
/** A position in a block is two digits of thousandths of a degree from its south-western corner. */
const maxSpan = limitOf(2) - 1;
const buckets = 16_384;

/** The columns `blocks`, `blockIndex`, `keyStarts` and `keyBlocks`. */
export function packBlocks(places, regionIndex) {
  const blocks = [...split(places.map(onGrid))].map((each) => {
    const { west, south, width, height } = extentOf(each);
    const text = groupsOf(each)
      .map((group) => groupText(group, regionIndex, { west, south }))
      .join("~~");
    return { places: each, extent: [west, south, width, height], text };
  });
  let start = 0;
  const index = blocks.map(({ places, extent, text }) => {
    const mostPeople = Math.max(...places.map(({ population }) => population));
    const digits = [3, 3, 2, 2, 4, 4];
    const numbers = [...extent, mostPeople, start];
    start += text.length;
    return numbers.map((number, i) => encodeDigits(number, digits[i])).join("");
  });
  return {
    blocks: blocks.map(({ text }) => text).join(""),
    blockIndex: index.join(""),
    ...packKeys(blocks),
  };
}

/** Thousandths of a degree from 180° west and 90° south. */
function onGrid(place) {
  const spellings = otherSpellings(place);
  // As small integers, and first in the object: sorted and compared three times as fast.
  const [x, y] = [place.lon + 180, place.lat + 90].map((degrees) => Math.round(degrees * 1000) | 0);
  return { x, y, ...place, spellings };
}

/** Halves, by number, along the longer side. */
function* split(places) {
  const { south, width, height } = extentOf(places);
  if (places.length <= maxPlaces && width <= maxSpan && height <= maxSpan) {
    yield places;
    return;
  }
  const middle = (south + height / 2) / 1000 - 90;
  const isWide = width * Math.cos((middle * Math.PI) / 180) > height;
  const axis = width > maxSpan || (isWide && height <= maxSpan) ? "x" : "y";
  const sorted = places.toSorted(axis === "x" ? (a, b) => a.x - b.x : (a, b) => a.y - b.y);
  const half = Math.ceil(sorted.length / 2);
  yield* split(sorted.slice(0, half));
  yield* split(sorted.slice(half));
}

function extentOf(places) {
  const { x, y } = places[0];
  let [west, south, east, north] = [x, y, x, y];
  for (const { x, y } of places) {
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return { west, south, width: east - west, height: north - south };
}

/** The places of one county each. */
function groupsOf(places) {
  const groups = new Map();
  for (const place of places) {
    const key = `${place.region}|${place.county}`;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups.values()];
}

function groupText(group, regionIndex, { west, south }) {
  const [{ region, county }] = group;
  const lines = group.map((place) => {
    const { x, y, name, population, isCapital, isSection, spellings } = place;
    const people = population === 0 ? "" : population.toString(36);
    const kind = isCapital ? "C" : isSection ? "X" : "";
    const position = encodeDigits(x - west, 2) + encodeDigits(y - south, 2);
    return position + toAscii([name, people + kind, ...spellings].join("|"));
  });
  return [encodeDigits(regionIndex.get(region), 2) + toAscii(county), ...lines].join("~");
}

/** Which blocks have a name, by the bucket of its folded form. */
function packKeys(blocks) {
  const blocksOf = Array.from({ length: buckets }, () => new Set());
  for (const [number, { places }] of blocks.entries())
    for (const { name, spellings } of places)
      for (const key of [fold(name), ...spellings]) blocksOf[bucketOf(key, buckets)].add(number);
  let start = 0;
  const starts = blocksOf.map(({ size }) => {
    const digits = encodeDigits(start, 3);
    start += size;
    return digits;
  });
  return {
    keyStarts: starts.join("") + encodeDigits(start, 3),
    keyBlocks: blocksOf.map((each) => [...each].map((n) => encodeDigits(n, 2)).join("")).join(""),
  };
}
