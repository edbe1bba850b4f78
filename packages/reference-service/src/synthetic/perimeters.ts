import { meanRadiusKm, type Position, printInstant } from "@emberline/geo";
import type { Feature } from "../values/crs.ts";
import type { SyntheticFire } from "./fires.ts";
import { type Random, rounded } from "./random.ts";

const dayMs = 86_400_000;
const acresPerKm2 = 247.10538;

/** One feature per fire and day, with the properties of an agency's daily perimeters. */
export function perimetersOf(fire: SyntheticFire, random: Random): Feature[] {
  return fire.rings.map((ring, sequence) => {
    const day = printInstant(fire.firstDay + sequence * dayMs);
    const acres = rounded(ringAreaKm2(ring) * acresPerKm2, 1);
    return {
      type: "Feature",
      id: `${fire.id}-${String(sequence).padStart(3, "0")}`,
      geometry: { type: "Polygon", coordinates: [ring] },
      properties: {
        incident_id: fire.id,
        incident_name: fire.name,
        country: fire.country,
        burn_period: sequence + 1,
        sequence,
        date: day.slice(0, 10),
        datetime: day,
        incident_size_acres:
          sequence % 3 === 2 ? null : rounded(acres * random.between(0.97, 1.03), 0),
        gis_acres: acres,
        total_personnel: sequence < 2 ? null : random.integer(20, 90) * (sequence + 1),
        synthetic: true,
      },
    };
  });
}

/** The area a ring encloses on a sphere, exact between its vertices' parallels. */
function ringAreaKm2(ring: Position[]): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    sum += (bx - ax) * radians * (2 + Math.sin(ay * radians) + Math.sin(by * radians));
  }
  return (Math.abs(sum) * meanRadiusKm ** 2) / 2;
}
