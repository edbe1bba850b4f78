import type { CursorSeal } from "../http/environment.ts";
import type { Features, OrderKey } from "../store/feature-store.ts";
import { type SortKey, type SortPlace, type SortValue, sortValueOf } from "../store/sort-order.ts";
import type { CollectionId } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { invalidParameter } from "../values/problems.ts";

/** Longer texts would make a URL that servers refuse: they are read again. */
const maxTextLength = 200;

/** A value of a place; false for one that is read again. */
type SealedValue = SortValue | false;

/** Where a page ended, and in which order: without one, newest first. */
interface OpenCursor {
  /** Epoch milliseconds; null without time, and in a sorted listing. */
  readonly time: number | null;
  readonly id: string;
  readonly order: string;
  readonly values: readonly SealedValue[];
}

type Payload = [CollectionId, OpenCursor["time"], string, string?, OpenCursor["values"]?];

/** A cursor to the features after a place. */
export function sealPlace(
  cursors: CursorSeal,
  collection: CollectionId,
  place: OrderKey | SortPlace,
  by: readonly SortKey[] | undefined,
): string {
  if ("time" in place) return cursors.seal([collection, place.time, place.id]);
  const isLong = (value: SortValue) => typeof value === "string" && value.length > maxTextLength;
  const values = place.values.map((value) => (isLong(value) ? false : value));
  return cursors.seal([collection, null, place.id, orderOf(by), values]);
}

/** @throws {Problem} when it is not a cursor of this collection (400) */
export function openCursor(
  cursors: CursorSeal,
  collection: CollectionId,
  cursor: string,
): OpenCursor {
  const payload = cursors.open(cursor) as Payload | undefined;
  if (payload?.[0] !== collection) {
    throw invalidParameter(
      "cursor",
      "does not come from a next link of this collection; start again without it.",
    );
  }
  const [, time, id, order = "", values = []] = payload;
  return { time, id, order, values };
}

/** @throws {Problem} when the cursor is of a sorted listing (400) */
export function timePlaceAt({ time, id, order }: OpenCursor): OrderKey {
  if (order !== "") throw otherOrder();
  return { time, id };
}

/** @throws {Problem} when the cursor is of another order, or its feature is gone (400) */
export async function sortPlaceAt(
  { values, id, order }: OpenCursor,
  by: readonly SortKey[],
  features: Features,
): Promise<SortPlace> {
  if (order !== orderOf(by)) throw otherOrder();
  if (!values.includes(false)) return { values: values as readonly SortValue[], id };
  const text = await features.get(id);
  if (text === undefined)
    throw invalidParameter("cursor", "ends at a feature that is gone; start again without it.");
  const { properties } = JSON.parse(text) as Feature;
  const ownValue = ({ name }: SortKey) => sortValueOf(properties?.[name]);
  return { values: by.map((key, i) => (values[i] === false ? ownValue(key) : values[i]!)), id };
}

function otherOrder() {
  return invalidParameter("cursor", "is of another sortby; start again without it.");
}

function orderOf(by: readonly SortKey[] = []): string {
  return JSON.stringify(by.map(({ name, isDescending }) => [name, isDescending]));
}
