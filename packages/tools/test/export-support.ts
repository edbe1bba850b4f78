import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ExportStore } from "../src/index.ts";
import { openExportFolder } from "../src/node.ts";
import { answerOf, contextOf, type FakeService, point } from "./support.ts";

/** A store that discards everything. */
export const nowhere: ExportStore = {
  create: async (name) => ({
    write: async () => {},
    commit: async () => ({ name, uri: `https://exports.test/${name}` }),
    discard: async () => {},
  }),
};

/** Runs a body with an empty folder, which is deleted afterwards. */
export async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-export-"));
  try {
    await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The answer of a call of export_features, and the text of its file. */
export async function exported(service: FakeService, input: Record<string, unknown>) {
  let file = "";
  let answer: Record<string, unknown> = {};
  await withFolder(async (folder) => {
    const { context } = contextOf(service, undefined, { exports: await openExportFolder(folder) });
    answer = await answerOf("export_features", { collection: "svc:hotspots", ...input }, context);
    const names = await readdir(folder);
    if (names.length !== 1) throw new Error(`the folder has ${names.length} files`);
    file = await readFile(join(folder, names[0]!), "utf8");
  });
  return { file, answer };
}

type Json = Record<string, unknown>;

export const feature = (
  id: unknown,
  geometry: unknown,
  properties: Json | null,
  more: Json = {},
) => ({
  type: "Feature",
  ...(id !== undefined && { id }),
  geometry,
  properties,
  ...more,
});

export const queryables = [
  { id: "geometry", type: "geometry" },
  { id: "name", type: "string" },
  { id: "frp", type: "number" },
  { id: "frp", type: "string" },
  { id: "datetime", type: "dateTime" },
];

export const square = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 0],
];

/** Features of several geometry types, with and without optional members. */
export const mixed = [
  point("h1", 10.5, -50.25, {
    name: 'Ash, "Old"\nFarm',
    frp: -12.5,
    datetime: "2025-06-20T11:00:00Z",
  }),
  feature(
    7,
    { type: "Polygon", coordinates: [square] },
    { name: "", frp: null, island: { of: ["Maui"] } },
  ),
  feature("nowhere", null, null, {
    links: [{ href: "https://other.test/1", rel: "about" }],
    stored: "tape 3",
  }),
  feature(undefined, { type: "Point", coordinates: [1, 2, 300] }, { name: "-5", frp: "high" }),
];
export const mixedService = { features: { "svc:hotspots": mixed }, queryables };

/** Any text; most contain characters that could break files. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        '"',
        ",",
        "\r",
        "\n",
        "\r\n",
        "=",
        "-",
        "'",
        "<",
        "]]>",
        "&amp;",
        "\u0000",
        "\u001b[1m",
        "\ufffe",
        "\ud800",
        "ß",
        "🔥",
        " ",
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);
