// Parses and checks the standard's examples, turn by turn with cql2-wasm parsing
// them, and reports examples per second for each round.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, parse, readQueryables } from "@emberline/cql2";

const folder = new URL("../../../shared/data/cql2/examples/text/", import.meta.url);
const [warmUpRounds, rounds, repeats] = [20, 11, 60];

/**
 * The properties of the examples by type; two are used as numbers in one example
 * and as texts in another.
 *
 * @type {Record<string, string>}
 */
const properties = {
  string:
    "windSpeed city name cityName road_class etat_vol landsat:scene_id eo:instrument beamMode swathDirection polarization owner material geophys:SURVEY_NAME id",
  number:
    "balance depth category vehicle_height bridge_clearance eo:cloud_cover landsat:wrs_row floors taxes foo bar x",
  dateTime: "updated event_time touchdown liftOff built starts_at ends_at updated_at",
  geometry: "geometry road footprint location",
  array: "layer:ids values",
  boolean: "swimming_pool",
};
const mixed = ["value", "landsat:wrs_path"].flatMap((id) => [
  { id, type: "string" },
  { id, type: "number" },
]);
const queryables = readQueryables({
  queryables: [
    ...Object.entries(properties).flatMap(([type, ids]) =>
      ids.split(" ").map((id) => ({ id, type })),
    ),
    ...mixed,
  ],
});

const texts = readdirSync(folder)
  .filter((name) => name.endsWith(".txt"))
  .map((name) => readFileSync(new URL(name, folder), "utf8").trim());
const [problem] = texts.flatMap((text) => check(parse(text), queryables));
if (problem) throw new Error(`The examples must be valid: ${problem.message}`);

const wasm = await loadCql2Wasm();
/** @type {{ emberline: number[], wasm: number[] }} */
const perSecond = { emberline: [], wasm: [] };
for (let round = 0; round < warmUpRounds + rounds; round++) {
  const emberline = rate((text) => void check(parse(text), queryables));
  const other = rate((text) => wasm.parseText(text).free());
  if (round < warmUpRounds) continue;
  perSecond.emberline.push(emberline);
  perSecond.wasm.push(other);
}
process.stdout.write(JSON.stringify({ examples: texts.length, ...perSecond }));

/** @param {(text: string) => void} once */
function rate(once) {
  const startMs = performance.now();
  for (let i = 0; i < repeats; i++) for (const text of texts) once(text);
  return (texts.length * repeats * 1000) / (performance.now() - startMs);
}

/**
 * Its own entry imports a .wasm file as a module, which Node 20 does not.
 *
 * @returns {Promise<{ parseText(text: string): { free(): void } }>}
 */
async function loadCql2Wasm() {
  const { resolve } = createRequire(import.meta.url);
  const glue = await import(resolve("cql2-wasm/cql2_wasm_bg.js"));
  const wasm = readFileSync(resolve("cql2-wasm/cql2_wasm_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./cql2_wasm_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  /** @type {() => void} */ (instance.exports.__wbindgen_start)();
  return glue;
}
