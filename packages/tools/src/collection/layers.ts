import type { Client, Feature } from "@emberline/core";
import { idOf, ownProperty } from "../values/own-property.ts";
import { type Roles, timeMsOf } from "../values/roles.ts";
import type { LayerName } from "../values/service-notices.ts";
import { cleanText, quoted } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";

/** Ids of each layer's collection: the interface's, then those used by other services. */
const layers = {
  hotspots: { id: "svc:hotspots", words: "hotspots", name: /hotspot|active.?fire|detection/i },
  perimeters: {
    id: "svc:satellite-perimeters",
    words: "perimeters",
    name: /perimeter|burn(t|ed)?.?area/i,
  },
  staticSources: {
    id: "svc:static-heat-sources",
    words: "static heat sources",
    name: /static|heat.?source/i,
  },
} as const satisfies Record<LayerName, object>;

export type Layer = LayerName;

/** What else is known of fires, listed where a service has it. */
const others = {
  incidents: {
    id: "svc:incidents",
    words: "reported incidents",
    name: /fire.?incident|incident.?location/i,
  },
  evacuationZones: {
    id: "svc:evacuation-zones",
    words: "evacuation zones",
    name: /evacuation/i,
  },
  assets: { id: "svc:assets", words: "assets", name: /^svc:assets$/ },
} as const;

/** A collection that adds to the answers about fires. */
export type Other = keyof typeof others;

type Subject = Layer | Other;

const subjects: Readonly<Record<Subject, { id: string; words: string; name: RegExp }>> = {
  ...layers,
  ...others,
};

type Services = Pick<Client, "services">;

export function usualId(subject: Subject): string {
  return subjects[subject].id;
}

/** What its collection has, in words. */
export function wordsOf(subject: Subject): string {
  return subjects[subject].words;
}

/** Whether a collection of one service may be the subject's, by its id there. */
export function isLike(subject: Subject, localId: string): boolean {
  return subjects[subject].name.test(localId);
}

/** The layer of a collection, by its id; null if it is not a layer. */
export function layerOf(collection: string, { services }: Services): Layer | null {
  // The name of its service says nothing about what a collection has.
  const localId = services?.of(collection)?.id ?? collection;
  const all = Object.entries(layers) as [Layer, (typeof layers)[Layer]][];
  return all.find(([, { id, name }]) => id === localId || name.test(localId))?.[0] ?? null;
}

/** What else a collection has, by its id; null if it is nothing that is known. */
export function otherOf(collection: string, { services }: Services): Other | null {
  const localId = services?.of(collection)?.id ?? collection;
  const found = Object.entries(others).find(
    ([, { id, name }]) => id === localId || name.test(localId),
  );
  return (found?.[0] as Other | undefined) ?? null;
}

/** Whether a collection is about fires, by its roles or its id. */
export function isOfFires({ id, roles }: { readonly id: string; readonly roles: Roles }): boolean {
  const localId = id.slice(id.lastIndexOf(":") + 1);
  const isNamed = Object.values(layers).some(({ name }) => name.test(localId));
  return isNamed || roles.fire !== undefined || roles.strength !== undefined;
}

/** The beginning of a sentence on what is not offered. */
export function lackOf(what: string, { services }: Services): string {
  return services
    ? `None of the services that answer offers ${what}`
    : `The service does not offer ${what}`;
}

/** What a sentence on a missing layer calls it: one service has it by its usual id. */
export function nameOf(layer: Layer, { services }: Services): string {
  return services ? wordsOf(layer) : usualId(layer);
}

const maxKinds = 8;

/** The kinds of outlines in an answer, such as mapped and estimated ones. */
export class OutlineKinds {
  readonly #property: string | undefined;
  readonly #kinds = new Set<string>();

  constructor({ roles }: Pick<CollectionInfo, "roles">) {
    this.#property = roles.category?.[0];
  }

  add({ properties }: Feature): void {
    if (this.#property === undefined || this.#kinds.size > maxKinds) return;
    const kind = ownProperty(properties, this.#property);
    if (typeof kind === "string") this.#kinds.add(cleanText(kind, 40));
  }

  /** Undefined unless one fire may have outlines of two kinds: then it counts twice. */
  several(): { readonly listed: string; readonly filter: string } | undefined {
    const kinds = [...this.#kinds].sort();
    const meanings = new Set(kinds.map(outlineMeaning));
    meanings.delete(undefined);
    const [first] = kinds;
    if (meanings.size < 2 || first === undefined || kinds.length > maxKinds) return undefined;
    const listed = kinds.map((kind) => quoted(kind, 40)).join(", ");
    return { listed, filter: `${this.#property} = '${first.replaceAll("'", "''")}'` };
  }
}

const hull = "satellite hull: drawn around detections, coarse to a pixel, not surveyed";

/** Meanings of outlines of fires, by words in their kind and by properties that only they have. */
const meanings: readonly [words: RegExp, meaning: string][] = [
  [
    /final|alarm_date|cont_date|fire_year/i,
    "final: one outline of everything that burned, drawn after the fire",
  ],
  [/hull|satellite|viirs|modis|window|feds|n_?pixels|pixden|meanfrp|cluster/i, hull],
  [
    /agency|incident|irwin|gis_acres|burn_period|wfigs|nifc|map_method/i,
    "agency mapping: the incident's own outline, repeated as the fire grows",
  ],
];

/** What kind of outline a text speaks of: the name of a kind, or names of properties. */
export function outlineMeaning(text: string): string | undefined {
  return meanings.find(([words]) => words.test(text))?.[1];
}

/** Whether outlines of a kind are drawn around detections, so that these lie in them. */
export function isEstimate(kind: string): boolean {
  return outlineMeaning(kind) === hull;
}

/** The order of one fire's snapshots: by time, then sequence, then id. */
export interface SnapshotOrder {
  readonly timeMs: number;
  readonly sequence: number;
  readonly id: string;
}

export function snapshotOrder(
  feature: Feature,
  { roles }: Pick<CollectionInfo, "roles">,
): SnapshotOrder {
  return {
    timeMs: timeMsOf(feature.properties, roles) ?? 0,
    sequence: Number(ownProperty(feature.properties, roles.sequence) ?? 0) || 0,
    id: idOf(feature) ?? "",
  };
}

/** Oldest first. */
export function compareSnapshots(a: SnapshotOrder, b: SnapshotOrder): number {
  return a.timeMs - b.timeMs || a.sequence - b.sequence || (a.id > b.id ? 1 : -1);
}
