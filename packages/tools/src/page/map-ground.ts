import { flatBox } from "@emberline/geo";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { boxOfInput } from "../selection/position.ts";
import type { Ground, GroundRequest } from "../work/map-ground.ts";

/** Longitude and latitude, alternating. */
const line = z.array(z.number());
const lines = z.array(line);

const unlimitedTokens = 20_000_000;

const output = z.object({
  land: z.array(lines).optional().describe("polygons as rings of alternating lon and lat"),
  coasts: lines.optional(),
  borders: lines.optional(),
  state_borders: lines.optional(),
  places: z
    .array(z.tuple([z.string(), z.number(), z.number(), z.number()]))
    .describe("name, lon, lat, inhabitants"),
});

/** The ground of a map that moves: coasts, borders and places of a part of the world. */
export const mapGround = defineTool({
  name: "map_ground",
  title: "Ground of a map",
  description: "Coasts, borders and places of a part of the world, for a page that draws a map.",
  toolset: "core",
  isLight: true,
  annotations: readOnly,
  maxTokens: unlimitedTokens,
  input: z.object({
    bbox: z.array(z.number()).min(4).max(4),
    km_per_pixel: z.number().positive().max(1000),
  }),
  output,
  async run({ bbox, km_per_pixel: kmPerPixel }, context) {
    const { part, places } = await runGround(
      { box: flatBox(boxOfInput(bbox)), kmPerPixel },
      context,
    );
    const answer = {
      ...(part && {
        land: part.land.map((rings) => rings.map((ring) => [...ring])),
        coasts: part.coasts.map((each) => [...each]),
        borders: part.borders.map((each) => [...each]),
        state_borders: part.stateBorders.map((each) => [...each]),
      }),
      places: places.map(({ name, position: [lon, lat], population }) => [
        name,
        lon,
        lat,
        population,
      ]) as [string, number, number, number][],
    };
    return { parts: 0, keep: () => answer };
  },
});

/** In a thread if the program has any: the finest atlas takes a tenth of a second to read. */
async function runGround(
  request: GroundRequest,
  { workers, pause, signal }: ToolContext,
): Promise<Ground> {
  if (workers) return workers.run("ground", request, signal);
  await pause();
  // Loaded on demand, so that programs that draw nothing start faster.
  const { ground } = await import("../map/draw.ts");
  return ground(request);
}
