import type { Fire, FireState } from "../world/perimeters.ts";
import type { Answer } from "./answer.ts";
import { envelope, layerAnswer, type WfigsOptions } from "./wfigs.ts";

type Reported = readonly [fire: Fire, state: FireState | undefined];

/**
 * The current incident locations at a simulated instant: also of fires that nobody has mapped yet,
 * which are stubs without size and containment.
 */
export function answerIncidents(
  fires: readonly Fire[],
  url: URL,
  now: number,
  options: WfigsOptions,
): Answer {
  const where = url.searchParams.get("where") ?? "";
  const [, values] = /^IncidentTypeCategory IN \(((?:'\w+',?)+)\)$/.exec(where) ?? [];
  if (values === undefined)
    return envelope(400, "Cannot perform query. Invalid query parameters.", [where]);
  const reported = fires.flatMap((fire): Reported[] => {
    const state = fire.states.findLast(({ from }) => from <= now);
    const isListed = fire.discovered <= now && !state?.fallenOff;
    return isListed && values.includes(`'${fire.category}'`) ? [[fire, state]] : [];
  });
  return layerAnswer(url, reported, options, ([fire, state], objectId) => {
    const first = fire.states[0]!;
    const [outline] = first.geometry?.type === "Polygon" ? [first.geometry.coordinates[0]!] : [];
    const [longitude, latitude] = outline?.[0] ?? [-120 - fire.number / 1000, 40];
    return {
      type: "Feature",
      id: objectId,
      // Some rows have their place in fields alone.
      geometry:
        fire.number % 7 === 3 ? null : { type: "Point", coordinates: [longitude, latitude] },
      properties: {
        OBJECTID: objectId,
        IrwinID: fire.irwinId,
        UniqueFireIdentifier: fire.uniqueId,
        IncidentName: (state ?? first).name,
        IncidentTypeCategory: fire.category,
        IncidentSize: state?.acres ?? null,
        DiscoveryAcres: 0.1,
        FinalAcres: null,
        PercentContained: state?.contained ?? null,
        FireDiscoveryDateTime: fire.discovered,
        ModifiedOnDateTime_dt: state?.from ?? fire.discovered,
        ContainmentDateTime: null,
        ControlDateTime: null,
        FireOutDateTime: null,
        POOState: fire.state,
        POOCounty: "Crook",
        FireCause: "Natural",
        FireBehaviorGeneral: "Minimal",
        IsCpxChild: null,
        CpxID: null,
        CpxName: null,
        InitialLongitude: longitude,
        InitialLatitude: latitude,
      },
    };
  });
}
