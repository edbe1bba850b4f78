import type { FireData, Place } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import { dayText, type Words } from "../draw/words.ts";
import { detectionsOn, groupBy, pointsNear } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";

const words: Words = {
  en: [
    "How many satellite hotspots were there within {km} km of {place} on {day} (UTC)?",
    "Satellite fire detections around {place}, radius {km} km, {day} UTC: how many?",
    "On {day}, UTC, how many hotspots did satellites see at most {km} km from {place}?",
  ],
  es: [
    "¿Cuántos focos de calor detectados por satélite hubo a menos de {km} km de {place} el {day} (UTC)?",
  ],
  fr: [
    "Combien de points chauds vus par satellite y a-t-il eu à moins de {km} km de {place} le {day} (UTC) ?",
  ],
  id: ["Berapa titik panas satelit dalam radius {km} km dari {place} pada {day} (UTC)?"],
  pt: [
    "Quantos focos de calor detectados por satélite houve a menos de {km} km de {place} em {day} (UTC)?",
  ],
};

/** Cities as they are written where they lie, with their name and country in the data. */
const cities =
  `Αθήνα|Athens|GR Θεσσαλονίκη|Thessaloníki|GR Пловдив|Plovdiv|BG София|Sofia|BG Краснодар|Krasnodar|RU
Волгоград|Volgograd|RU Якутск|Yakutsk|RU Иркутск|Irkutsk|RU Харків|Kharkiv|UA Одеса|Odesa|UA Донецьк|Donetsk|UA
الجزائر|Algiers|DZ وهران|Oran|DZ تونس|Tunis|TN القاهرة|Cairo|EG بغداد|Baghdad|IQ البصرة|Basrah|IQ
كركوك|Kirkuk|IQ دمشق|Damascus|SY الرياض|Riyadh|SA 北京|Beijing|CN 重庆|Chongqing|CN 昆明|Kunming|CN
東京|Tokyo|JP 大阪|Osaka|JP 서울|Seoul|KR दिल्ली|Delhi|IN मुंबई|Mumbai|IN कोलकाता|Kolkata|IN ঢাকা|Dhaka|BD
กรุงเทพมหานคร|Bangkok|TH თბილისი|Tbilisi|GE Երևան|Yerevan|AM`
    .split(/\s+/)
    .map((entry) => entry.split("|") as [string, string, string]);

/** Centres of a city differ by this much between lists of places. */
const centerKm = 3;

/** Members of `facts`: the place as the question writes it, km and day. */
function ask(place: string, km: number, day: string, expected: Expected): Draft {
  const slots = { place, km, day: dayText(day) };
  return { facts: { place, km, day }, slots, words, expected, isAllClearFalse: true };
}

const radiiKm = [50, 75, 100, 150, 200];
const days = ["2023-08-01", "2023-08-02"];

const answered: Case = {
  times: 9,
  draw(random, data) {
    const [written, name, country] = random.pick(cities);
    const place = data.places.find((each) => each.name === name && each.country === country);
    const [km, day] = [random.pick(radiiKm), random.pick(days)];
    const near = place && pointsNear(detectionsOn(data, day), place, km, centerKm);
    if (!near || near.length === 0) return undefined;
    return [ask(written, km, day, number(near.length, "count"))];
  },
};

/** Names that no place has, one of each script in a split. */
const invented =
  "Зареченбург|Хрустальноград Μεγαλοδάσος|Βορειολίμνη 新河林市|北云江市 Quebrada-Lunaria|Port-Évanouie"
    .split(" ")
    .map((names) => names.split("|"));

const noPlace = invented.map(
  (names): Case => ({
    times: 1,
    draw: (random) => [
      ask(random.pick(names), random.pick(radiiKm), random.pick(days), obstacle("no-such-place")),
    ],
  }),
);

const minNamesakes = 4;

/** Names of several places, none of which is far larger than the others. */
function ambiguousNames(data: FireData): readonly string[] {
  return [...groupBy(data.places, ({ name }) => name)]
    .filter(([, places]) => places.length >= minNamesakes && hasNoChief(places))
    .map(([name]) => name);
}

function hasNoChief(places: readonly Place[]): boolean {
  const [first, second] = places.map(({ population }) => population).sort((a, b) => b - a);
  return first! < 2 * second! && new Set(places.map(({ country }) => country)).size > 1;
}

const severalPlaces: Case = {
  times: 4,
  draw: (random, data) => [
    ask(
      random.pick(ambiguousNames(data)),
      random.pick(radiiKm),
      random.pick(days),
      obstacle("no-such-place"),
    ),
  ],
};

export const countNearNamed: Kind = {
  name: "count-near-named",
  form: "count",
  cases: [answered, ...noPlace, severalPlaces],
};
