import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkFigures, type Source, tallyOf } from "../src/chat/check-figures.ts";

/** Newest first, as the page has them. */
const sources: readonly Source[] = [
  {
    number: 3,
    args: { collection: "svc:hotspots", within: "Oregon", group_by: ["cluster"], limit: 47 },
    value: {
      selection: { collection: "svc:hotspots", area: { within: "Oregon" } },
      matched: 1170,
      matched_exact: true,
      groups: 3,
      columns: ["county", "count", "area_km2"],
      rows: [
        ["Deschutes County", 700, 118.86],
        ["Klamath County", 350, 40],
        ["Klamath County", 120, 10.4],
      ],
      notices: ["The data ends 2026-07-22; 144,637 features are loaded."],
    },
  },
  {
    number: 2,
    args: { near: "Medford, Oregon", radius_km: 60, time: "2026-07-16/2026-07-20" },
    value: {
      selection: {
        area: { center: [-122.876, 42.327], radius_km: 60, place: "Medford, Oregon" },
        interval: ["2026-07-16T00:00:00Z", "2026-07-20T23:59:59.999Z"],
      },
      matched: 621,
      labels: { inside_perimeter: 615, near_perimeter: 0, likely_industrial: 6 },
      tables: {
        nearest: {
          columns: ["id", "time", "distance_km", "compass", "frp_mw", "of"],
          rows: [["a_1", "2026-07-20T21:55:00Z", 25.724, "WSW", 56.2, "Park Fire 2"]],
        },
        growth: {
          columns: ["time", "area_km2", "change_km2"],
          rows: [
            ["2026-07-20", 95.42, 20.12],
            ["2026-07-19", 75.3, 17.41],
            ["2026-07-18", 57.89, null],
          ],
        },
      },
    },
  },
  {
    number: 1,
    args: { before: "2026-07-13", after: "2026-07-20" },
    value: {
      before: { interval: ["2026-07-13T00:00:00Z", "2026-07-13T23:59:59.999Z"], matched: 664 },
      after: { interval: ["2026-07-20T00:00:00Z", "2026-07-20T23:59:59.999Z"], matched: 319 },
      by_status: { continuing: 14, not_seen_again: 2 },
    },
  },
];

const signs = { found: "", derived: "=", asked: "~", unsupported: "?" } as const;

/** The text with what the page adds to it: {2} found in call 2, {=2} derived, {~} asked, {?} none. */
function marked(text: string, questions: readonly string[] = [], given = sources): string {
  return checkFigures(text, given, questions)
    .map((each) => {
      if (each.kind === "words") return each.text;
      if (each.kind === "citation") return `{@${each.source}}`;
      return `${each.text}{${signs[each.origin]}${each.source ?? ""}}`;
    })
    .join("");
}

const bare = (text: string) => text.replace(/\{[?~=\d]*\}/g, "").replace(/\{@(\d)\}/g, " [$1]");

const cases: readonly (readonly [what: string, ...expected: string[]])[] = [
  [
    "separators of thousands",
    "1,170{3} and 1170{3} detections, 1 170{3}, 1.170{3}, 1'170{3}, but 1,171{?}",
  ],
  ["a made-up number beside a true one", "Of 1,170{3} detections 47{?} are new."],
  ["numbers of one digit", "There are 3{3} groups and 9{?} fires."],
  ["decimals and their roundings", "56.2{2} MW, 56{2} MW and 56.3{?} MW, or 57{?} MW"],
  ["German decimals", "56,2{2} MW"],
  ["rough numbers, which say so", "about 1,200{3} detections, ~1.2k{3}, 1.2 thousand{3}"],
  ["rough numbers, which do not say so", "1,200{?} detections"],
  ["rough numbers that are wrong", "about 1,500{?} detections, 2.4k{?}"],
  ["kilometres as miles", "16{2} miles WSW, 25.7{2} km, not 17{?} miles"],
  [
    "km² as acres, hectares and square miles",
    "118.9{3} km², 29,371{3} acres, 11,886{3} ha, 46{3} sq mi",
  ],
  ["units of another kind", "1,170{?} km and 56.2{?} km²; 25.724{?} fires"],
  ["units at the number", "25.7{2}km away, 95{2}km²"],
  ["a unit after a range", "10{?}–56{2} MW, between 25.7{2} and 118.9{?} km"],
  ["shares", "99{=2}% are in a perimeter: 615{2} of 621{2}, 99.0{=2} %, but 98{?}% is not"],
  ["differences and changes", "345{=1} fewer detections, down 52{=1} percent, not 64{?} percent"],
  [
    "differences of neighbours and ends of a series",
    "It grew by 37.53{=2} km², 20.12{2} km² of it in a day.",
  ],
  ["sums of a column", "169.26{=3} km² in all, that is 169{=3} km²"],
  ["sums of some counts", "14{1} and 2{1}, together 16{=1} clusters"],
  ["counts of the rows with a name", "2{1} clusters; 3{3} rows"],
  [
    "numbers in words",
    "Three{3} groups, nine{?} fires, the two, twenty-one{?} detections, one fire",
  ],
  ["hundreds in words", "six hundred{2} detections, two dozen{?} fires"],
  ["ranks", "The 2nd largest, on the 21st day"],
  [
    "dates",
    "2026-07-20{2} and 20 July 2026{2}, Jul 20, 2026{2}, 7/20/2026{2}, not 21 July 2026{?}",
  ],
  ["dates without a year", "on July 20{2}, on 20th of July{2}, not on 3 May{?}"],
  ["months and years", "July 2026{3}, 2026{3}, 2026-07{3}, not August 2026{?} or 2019{?}"],
  ["ranges of days", "18–20 July 2026{2}, July 18 to 20{2}, not 18–25 July 2026{?}"],
  ["a date with a time", "2026-07-20T21:55:00Z{2}, 2026-07-20 21:55{2}, not 2026-07-20 21:56{?}"],
  ["times of day", "21:55 UTC{2}, 9:55 pm{2}, 14:55 PDT{2}, not 22:55{?}"],
  ["names with numbers", "Route 66, I-5, US 97, Park Fire 2, Sentinel-2, NOAA-20, #3, RFC 7946"],
  ["names do not hide what is counted", "Park Fire 99{?} detections", "In Oregon 47{?} of them"],
  ["ZIP codes and telephone numbers", "Redding, CA 96001, zip 96001, 530-555-0100"],
  ["addresses of the web", "see https://example.org/2026/47?x=12"],
  ["numbers in ids", "A1170, terra_20260801, x47y"],
  ["coordinates", "at 42.33{2}, -122.88{2}; 42.327{2}° N, 122.876{2}° W"],
  ["numbers in notices", "144,637{3} features"],
  ["durations of a period", "over 5{2} days"],
  ["what was only asked with", "within 60{~} km; the 47{?} strongest"],
  ["nothing of a hidden number in brackets", "[7] and [12]"],
];
for (const [what, ...all] of cases)
  test(`${what}`, () => {
    for (const expected of all) assert.equal(marked(bare(expected)), expected);
  });

test("the number of a list is none, but only at its start", () => {
  assert.equal(marked("1. 47 fires"), "1. 47{?} fires");
  assert.equal(marked("2) 47"), "2) 47{?}");
});

test("what the question says is repeated, not found", () => {
  const question = ["What burned in August 2019 within 80 km of Redding?"];
  assert.equal(
    marked("In August 2019 within 80 km: 47 fires", question),
    "In August 2019{~} within 80{~} km: 47{?} fires",
  );
  assert.equal(marked("1,170 detections", ["Are there 1,170 detections?"]), "1,170{3} detections");
});

test("a call that the model cites is shown, unless the page found it there itself", () => {
  assert.equal(marked("1,170 [3] detections"), "1,170{3} detections");
  assert.equal(marked("1,170 [1] detections"), "1,170{3}{@1} detections");
  assert.equal(marked("Much burned [2]."), "Much burned{@2}.");
  assert.equal(marked("47 [2] fires"), "47{?}{@2} fires");
});

test("without answers nothing is found", () => {
  assert.equal(marked("1,170 on 2026-07-20 [2]", [], []), "1,170{?} on 2026-07-20{?} [2]");
});

test("the unit may stand in the next part of a text", () => {
  const origin = (after: string) =>
    checkFigures("16", sources, [], { before: "", after }).flatMap((each) =>
      each.kind === "figure" ? each.origin : [],
    );
  assert.deepEqual(origin(" miles away"), ["found"]);
  assert.deepEqual(origin(" km² burned"), ["unsupported"]);
});

test("the tally says how many numbers are from which calls", () => {
  const tally = (text: string) => tallyOf(checkFigures(text, sources));
  assert.deepEqual(tally("1,170, 615 and 621; 345 fewer; within 60 km; 47 and 48"), {
    words: "7 numbers: 4 from calls 1–3, 1 as asked",
    unsupported: 2,
  });
  assert.deepEqual(tally("1,170"), { words: "1 number: 1 from call 3", unsupported: 0 });
  assert.deepEqual(tally("47"), { words: "1 number", unsupported: 1 });
  assert.deepEqual(tally("Nothing burns."), { words: "", unsupported: 0 });
});

test("a text's letters stay as they are, whatever it is", () => {
  const letters = fc.constantFrom(..."0123456789,.' -[]:T/ JulyZékm²%°–");
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (text) => {
      const kept = checkFigures(text, sources)
        .map((each) => (each.kind === "citation" ? "" : each.text))
        .join("");
      const plain = (each: string) => each.replace(/\s*\[[123]\]/g, "").replaceAll(" ", "");
      assert.equal(plain(kept), plain(text));
    }),
    { numRuns: 500 },
  );
});

test("a number of detections is no number of fires", () => {
  assert.equal(marked("1,170 fires burned"), "1,170{?} fires burned");
  assert.equal(marked("621 active wildfires"), "621{?} active wildfires");
  assert.equal(marked("615 fires"), "615{?} fires");
  assert.equal(marked("1,170 fire detections"), "1,170{3} fire detections");
  assert.equal(marked("3 fires"), "3{3} fires", "clusters stand for fires");
  assert.equal(marked("14 fires"), "14{1} fires", "of a comparison of perimeters");
  const story = { number: 5, args: { fire: "Park" }, value: storyOfPark };
  const pieces = checkFigures("421 fires, 421 detections", [story]);
  assert.deepEqual(
    pieces.flatMap((each) => (each.kind === "figure" ? [each.origin] : [])),
    ["unsupported", "found"],
    "inside a fire lie detections",
  );
});

const storyOfPark = {
  fire: { name: "Park" },
  tables: { detections: { columns: ["period", "inside"], rows: [["newest 24 h", 421]] } },
};
