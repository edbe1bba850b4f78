import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";

/** The calendar of June 2025: the 26th, when the clock stands at noon UTC, is a Thursday. */
const now = "2025-06-26T12:00:00Z";
const service = { features: { [collection]: [] } };
const { context } = contextOf(service, now);

function ask(time: string, time_zone?: string) {
  const input = { collection, time, ...(time_zone && { time_zone }) };
  return answerOf("query_features", input, context);
}

/** Whole days of June 2025 unless written in full; null is open. */
const days: [first: string | null, last: string | null, ...times: string[]][] = [
  ["20", "20", "last Friday", "Friday", "this past Friday", "Friday, June 20", "the 20th"],
  ["20", "20", "el viernes pasado", "sexta-feira passada", "vendredi dernier", "letzten Freitag"],
  ["20", "20", "venerdì scorso", "20/6", "20 jun 25", "Fri Jun 20 2025"],
  ["19", "19", "last Thursday", "il y a 7 jours"],
  ["20", "22", "Friday to Sunday", "de vendredi à dimanche", "del viernes al domingo"],
  ["20", "22", "de sexta a domingo", "da venerdì a domenica", "zwischen Freitag und Sonntag"],
  ["20", "24", "Friday to Tuesday", "von Freitag bis Dienstag", "dal venerdì al martedì"],
  [
    "24",
    "24",
    "vor zwei Tagen",
    "hace dos días",
    "há dois dias",
    "il y a deux jours",
    "due giorni fa",
  ],
  ["2025-05-01", "2025-05-31", "il mese scorso", "el mes pasado"],
  ["26", "26", "Thursday", "hoy", "hoje", "heute", "oggi", "aujourd'hui"],
  ["25", "25", "ayer", "ontem", "hier", "gestern", "ieri"],
  ["24", "24", "the day before yesterday", "anteayer", "avant-hier", "vorgestern", "l'altro ieri"],
  ["21", "22", "last weekend", "this weekend", "the weekend of 21 June 2025", "weekend of June 18"],
  ["21", "22", "el fin de semana pasado", "le week-end dernier", "letztes Wochenende"],
  ["21", "22", "fim de semana passado", "lo scorso fine settimana", "June 21-22"],
  ["11", "20", "mid June", "mid-June 2025", "mediados de junio", "meados de junho", "mi-juin"],
  ["11", "20", "Mitte Juni", "metà giugno"],
  ["01", "10", "early June", "beginning of June", "principios de junio", "début juin"],
  ["01", "10", "Anfang Juni 2025", "first 10 days of June"],
  ["21", "30", "late June", "end of June 2025", "finales de junio", "Ende Juni", "fin juin"],
  ["01", "15", "first half of June", "primera quincena de junio", "erste Hälfte Juni"],
  ["01", "15", "première quinzaine de juin", "prima metà di giugno"],
  ["01", "07", "first week of June", "primera semana de junio"],
  ["08", "14", "second week of June 2025"],
  ["24", "30", "last week of June"],
  ["09", "15", "week of June 10", "week starting 9 June 2025", "settimana del 10 giugno"],
  ["23", "29", "esta semana", "cette semaine", "earlier this week"],
  ["01", "30", "June", "junio de 2025", "Juni 2025", "em junho", "juin", "the month of June"],
  ["21", "21", "21 de junio", "21 de junho de 2025", "le 21 juin", "am 21. Juni", "21 giugno"],
  ["21", "21", "Saturday 21 June 2025", "21.6.2025", "June 21st"],
  ["23", null, "since Monday", "desde el lunes", "depuis lundi", "seit Montag", "Monday/.."],
  ["23", "25", "between Monday and Wednesday", "Monday to Wednesday"],
  ["03", "05", "3 to 5 June", "del 3 al 5 de junio", "entre el 3 y el 5 de junio de 2025"],
  ["03", "05", "du 3 au 5 juin", "vom 3. bis 5. Juni", "dal 3 al 5 giugno", "de 3 a 5 de junho"],
  [null, "24", "until Tuesday", "before Wednesday", "bis Dienstag"],
  ["2024-07-17", "2024-07-17", "July 17", "17 de julho"],
  ["2024-06-01", "2024-06-30", "last June", "June last year"],
  ["2024-12-28", "2025-01-03", "28 December to 3 January"],
  ["2025-01-01", "2025-06-30", "first half of 2025"],
  ["2024-04-01", "2024-06-30", "Q2 2024"],
  ["2025-05-28", "2025-06-05", "del 28 de mayo al 5 de junio de 2025"],
  ["2025-02-01", "2025-02-28", "février 2025", "febbraio 2025", "Februar 2025"],
];

for (const [first, last, ...times] of days) {
  const iso = (day: string) => (day.length === 2 ? `2025-06-${day}` : day);
  const interval = [first && `${iso(first)}T00:00:00Z`, last && `${iso(last)}T23:59:59.999Z`];
  for (const time of times) {
    test(`"${time}" on Thu 2025-06-26 is ${interval.join(" to ")}`, async () => {
      assert.deepEqual((await ask(time)).selection.interval, interval);
    });
  }
}

/** Hours of the zone; Los Angeles is seven hours behind UTC in June, where it is 05:00. */
const hours: [from: string, to: string, ...times: string[]][] = [
  ["26T01:00:00", "26T12:59:59.999", "last night", "overnight", "anoche", "la nuit dernière"],
  ["26T01:00:00", "26T12:59:59.999", "ayer por la noche", "ontem à noite", "letzte Nacht"],
  [
    "26T01:00:00",
    "26T06:59:59.999",
    "yesterday evening",
    "hier soir",
    "gestern Abend",
    "ieri sera",
  ],
  ["22T01:00:00", "22T12:59:59.999", "the night of 21 June 2025", "overnight 21 June"],
  ["22T01:00:00", "22T12:59:59.999", "Saturday night"],
  ["22T01:00:00", "22T06:59:59.999", "21 June in the evening"],
  ["26T00:00:00", "26T00:00:00", "yesterday at 5pm", "gestern um 17 Uhr", "25 juin 2025 à 17h"],
  ["26T00:00:00", "26T00:00:00", "ayer a las 17h", "ontem às 17h00", "ieri alle 17"],
  ["25T21:00:00", "25T23:00:00", "14:00-16:00 yesterday"],
];

for (const [from, to, ...times] of hours) {
  for (const time of times) {
    test(`"${time}" in Los Angeles is from ${from}Z to ${to}Z`, async () => {
      const { selection } = await ask(time, "America/Los_Angeles");
      const instants = selection.interval.map((end: string) => new Date(end).toISOString());
      const iso = (day: string) => new Date(`2025-06-${day}Z`).toISOString();
      assert.deepEqual(instants, [iso(from), iso(to)]);
      assert.match(selection.interval[0], /-07:00$/);
    });
  }
}

/** Three whole months, as in meteorology, by the hemisphere of the area. */
const seasons: [first: string, last: string, south: boolean, ...times: string[]][] = [
  ["2023-06-01", "2023-08-31", false, "summer 2023", "el verano de 2023", "verão de 2023"],
  ["2023-06-01", "2023-08-31", false, "l'été 2023", "Sommer 2023", "nell'estate del 2023"],
  ["2023-12-01", "2024-02-29", true, "summer 2023", "in the summer of 2023/24", "verano 2023-2024"],
  ["2022-12-01", "2023-02-28", false, "winter 2022", "winter of 2022-23", "invierno de 2022"],
  ["2022-12-01", "2023-02-28", false, "inverno de 2022/2023", "l'hiver 2022", "Winter 2022"],
  ["2022-06-01", "2022-08-31", true, "winter 2022", "inverno 2022"],
  ["2024-09-01", "2024-11-30", false, "last autumn", "el otoño pasado", "last fall"],
  ["2024-12-01", "2025-02-28", false, "last winter", "letzten Winter"],
  ["2025-03-01", "2025-05-31", false, "spring", "la primavera pasada"],
  // It began on 1 June.
  ["2025-06-01", "2025-08-31", false, "this summer", "cet été"],
];

test("a season is the one of the area's hemisphere, and the reading says so", async () => {
  for (const [first, last, isSouth, ...times] of seasons)
    for (const time of times) {
      const within = isSouth ? "Brazil" : "Oregon";
      const asked = { collection, time, within };
      const { selection, notices } = await answerOf(
        "query_features",
        asked,
        contextOf(service, now).context,
      );
      const interval = [`${first}T00:00:00Z`, `${last}T23:59:59.999Z`];
      assert.deepEqual(selection.interval, interval, `${time} in ${within}`);
      assert.match(notices[0], isSouth ? /UTC, southern hemisphere/ : /UTC, northern hemisphere/);
    }
  const { context } = contextOf({ features: { [collection]: [] }, simulations: [] }, now);
  const area = { within: "Australia" };
  const summer = ["2024-12-01T00:00:00Z", "2025-02-28T23:59:59.999Z"];
  const compared = await answerOf(
    "compare_periods",
    { collection, ...area, before: "summer 2023", after: "summer 2024" },
    context,
  );
  assert.deepEqual(compared.after.interval, summer);
  const place = { near: "-33.87,151.21", time: "summer 2024" };
  for (const tool of ["assess_location", "show_map"])
    assert.deepEqual((await answerOf(tool, place, context)).selection.interval, summer, tool);
  const list = { ...area, since: "summer 2024", until: "summer 2024" };
  const { since, until } = await answerOf("list_simulations", list, context);
  assert.deepEqual([since, until], summer);
});

test("words for a time to come are refused: nothing is observed of it", async () => {
  for (const time of ["tomorrow", "next Friday", "this Friday", "mañana", "ce soir"])
    await assert.rejects(ask(time), /in the future.*list_simulations/, time);
});

test("the end of a range needs a date, unless both ends are hours of one day", async () => {
  for (const time of ["1 June 2025 14:00 to 18:00", "17 June 2025 9:00 to 12:00"])
    await assert.rejects(ask(time), /its end has no date|is not clear/, time);
});

test("the reading is said with its zone", async () => {
  const readings: [time: string, zone: string | undefined, said: string][] = [
    ["last Friday", undefined, '"last Friday" is Fri 2025-06-20 (UTC).'],
    [
      "last weekend",
      "Europe/Lisbon",
      '"last weekend" is Sat 2025-06-21 to Sun 2025-06-22 (Europe/Lisbon).',
    ],
    ["desde el lunes", undefined, '"desde el lunes" is since Mon 2025-06-23 (UTC).'],
    [
      "last night",
      "America/Los_Angeles",
      '"last night" is Wed 2025-06-25 18:00 to Thu 2025-06-26 06:00 (America/Los_Angeles).',
    ],
  ];
  for (const [time, zone, said] of readings) assert.equal((await ask(time, zone)).notices[0], said);
});

for (const [time, ...meant] of [
  ["3/4", "2025-03-04", "2025-04-03"],
  ["3/4/25", "2025-03-04", "2025-04-03"],
  ["since 3/4/2025", "since 2025-03-04", "since 2025-04-03"],
  ["verano de 2024", "2024-06-01/2024-08-31", "2024-12-01/2025-02-28"],
  ["since last winter", "since 2024-12-01/2025-02-28", "since 2024-06-01/2024-08-31"],
  ["fire season 2023", "2023"],
  ["la temporada de incendios de 2023", "2023"],
  ["Waldbrandsaison 2023", "2023"],
]) {
  test(`"${time}" is refused, and each of its readings offered`, async () => {
    const result = await call("query_features", { collection, time }, contextOf(service).context);
    assert.ok(!result.ok);
    const offered = meant.map((each) => JSON.stringify({ time: each })).join(" or ");
    assert.ok(result.error.message.endsWith(`Try ${offered}.`), result.error.message);
  });
}

for (const time of [
  "gestern Mittag",
  "seit gestern Mittag",
  "gestern Mitternacht",
  "seit Mitternacht",
  "18. Juni 2025 mittags",
  "de 10h à 12h",
  "ayer a las 5",
  "ieri alle 10",
  "next week",
  "yesterday at 5",
  "yesterday 14:30 PDT",
  "el viernes que viene",
  "31 de junio",
  "June 1 June 2",
  "1".repeat(200),
  "1 de ".repeat(40),
]) {
  test(`"${time.slice(0, 30)}" leaves words unread and is refused`, async () => {
    const result = await call("query_features", { collection, time }, contextOf(service).context);
    assert.ok(!result.ok);
    assert.match(result.error.message, /is not understood.*last Friday/);
  });
}

test("since a part of a day is not since the day", async () => {
  const losAngeles = "America/Los_Angeles";
  for (const time of [
    "desde ontem à noite",
    "desde quarta-feira à noite",
    "depuis hier à 18h",
    "desde ayer a las 18h",
  ])
    assert.deepEqual((await ask(time, losAngeles)).selection.interval, [
      "2025-06-25T18:00:00-07:00",
      null,
    ]);
});

test("a date on another weekday than the one named is refused with its own", async () => {
  const asked = { collection, time: "Friday 21 June 2025" };
  const result = await call("query_features", asked, contextOf(service).context);
  assert.ok(!result.ok);
  assert.match(result.error.message, /2025-06-21 is a Saturday/);
});

test("where the data ends before the words, they count from that end", async () => {
  const old = () =>
    contextOf(
      {
        extent: { temporal: { interval: [["2024-01-01T00:00:00Z", "2025-06-20T12:00:00Z"]] } },
        features: {
          [collection]: [point("friday", 1, 1, { datetime: "2025-06-13T10:00:00Z" })],
        },
      },
      "2025-11-22T12:00:00Z",
    ).context;
  const days = (first: string, last: string | null = first) => [
    `${first}T00:00:00Z`,
    last && `${last}T23:59:59.999Z`,
  ];
  for (const [[from, to], ...times] of [
    [days("2025-06-13"), "last Friday", "letzten Freitag"],
    [days("2025-06-14", "2025-06-15"), "the weekend", "este fin de semana"],
    [days("2024-10-01", "2024-10-31"), "October", "octobre", "ottobre"],
    [days("2025-06-16", null), "since Monday", "seit Montag"],
    [days("2025-06-20"), "today", "hoy", "hoje", "aujourd'hui", "heute", "oggi"],
    [days("2025-06-19"), "yesterday", "ayer", "ontem", "hier", "gestern", "ieri"],
    [days("2025-06-17"), "3 days ago", "hace 3 días", "há 3 dias", "il y a 3 jours"],
    [days("2025-06-17"), "vor 3 Tagen", "3 giorni fa"],
    [days("2025-06-06"), "two weeks ago", "hace 2 semanas", "há 2 semanas", "il y a 2 semaines"],
    [days("2025-06-06"), "vor 2 Wochen", "2 settimane fa"],
    [days("2025-06-16", "2025-06-22"), "this week", "esta semana", "cette semaine"],
    [days("2025-06-16", "2025-06-22"), "diese Woche", "questa settimana", "nesta semana"],
    [days("2025-06-09", "2025-06-15"), "last week", "la semana pasada", "semana passada"],
    [days("2025-06-09", "2025-06-15"), "la semaine dernière", "letzte Woche", "settimana scorsa"],
    [days("2025-06-19", null), "since yesterday", "desde ayer", "desde ontem", "depuis hier"],
    [days("2025-06-19", null), "seit gestern", "da ieri"],
    [[null, days("2025-06-19")[1]], "until yesterday", "hasta ayer", "até ontem", "bis gestern"],
    [[null, days("2025-06-19")[1]], "jusqu'à hier", "fino a ieri"],
    [days("2025-06-16", "2025-06-19"), "from 16 June to yesterday", "del 16 de junio a ayer"],
    [days("2025-06-16", "2025-06-19"), "du 16 juin à hier", "vom 16. Juni bis gestern"],
    [days("2025-06-16", "2025-06-19"), "de 16 de junho a ontem", "dal 16 giugno a ieri"],
    [["2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z"], "now", "ahora", "agora", "maintenant"],
    [["2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z"], "jetzt", "adesso", "last 24h"],
    [["2025-06-13T12:00:00Z", "2025-06-20T12:00:00Z"], "the last week", "la última semana"],
    [["2025-06-13T12:00:00Z", "2025-06-20T12:00:00Z"], "l'ultima settimana", "letzte 7 Tage"],
  ] as const) {
    for (const time of times) {
      const answer = await answerOf("query_features", { collection, time }, old());
      assert.deepEqual(answer.selection.interval, [from, to], time);
      assert.match(answer.notices[0], /^The data ends 2025-06-20T12:00:00Z, 5 months ago: counted/);
      assert.ok(answer.notices[0].includes(`"${time}" is `), answer.notices[0]);
    }
  }
  const { before, after, notices } = await answerOf(
    "compare_periods",
    { collection, before: "last weekend", after: "last Friday" },
    old(),
  );
  assert.deepEqual(before.interval, ["2025-06-14T00:00:00Z", "2025-06-15T23:59:59.999Z"]);
  assert.deepEqual(after.interval, ["2025-06-13T00:00:00Z", "2025-06-13T23:59:59.999Z"]);
  assert.match(notices[0], /"last weekend" is Sat 2025-06-14 .*"last Friday" is Fri 2025-06-13/);
});

test("every tool that takes a time reads the same words", async () => {
  const { context } = contextOf({ features: { [collection]: [] }, simulations: [] }, now);
  const list = await answerOf("list_simulations", { since: "last Friday" }, context);
  assert.equal(list.since, "2025-06-20T00:00:00Z");
  assert.match(list.notices[0], /"last Friday" is Fri 2025-06-20 \(UTC\)/);
  const map = await answerOf("show_map", { time: "last Friday", near: "1,1" }, context);
  assert.match(map.notices.join(" "), /"last Friday" is Fri 2025-06-20 \(UTC\)/);
  const place = await answerOf("assess_location", { time: "last Friday", near: "1,1" }, context);
  assert.match(place.notices.join(" "), /"last Friday" is Fri 2025-06-20 \(UTC\)/);
});
