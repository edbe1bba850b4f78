import { simulations } from "./data.mjs";
import { within } from "./geodesy.mjs";
import { count, descending } from "./select.mjs";

const byTime = [...simulations].sort((x, y) => (x.createdAt < y.createdAt ? 1 : -1));
const withStatus = (status) => (each) => each.status === status;
const named = (name) => (each) => `${each.fireName} ${each.locationName}`.includes(name);

function busiestDay() {
  const counts = {};
  for (const { createdAt } of simulations) {
    const day = createdAt.slice(0, 10);
    counts[day] = (counts[day] ?? 0) + 1;
  }
  return Object.entries(counts).sort(([, x], [, y]) => y - x)[0][0];
}

export const simulationAnswers = {
  "simulations-in-september": count(simulations, ({ createdAt }) => createdAt >= "2023-09-01"),
  "simulations-failed": count(simulations, withStatus("FAILED")),
  "simulations-without-spread-on-request": count(
    simulations,
    withStatus("NO_SPREAD"),
    ({ auto }) => !auto,
  ),
  "newest-simulation-of-york-hectares":
    byTime.filter(withStatus("COMPLETED")).find(named("York")).burnedAreaM2 / 1e4,
  "simulations-near-medford": count(simulations, ({ longitude, latitude }) =>
    within(100, [-122.8756, 42.3265])({ lon: longitude, lat: latitude }),
  ),
  "largest-simulation-km2":
    descending(
      simulations
        .filter(({ createdAt }) => createdAt >= "2023-09-01")
        .filter(withStatus("COMPLETED")),
      "burnedAreaM2",
    )[0].burnedAreaM2 / 1e6,
  "fire-of-the-largest-simulation": descending(
    simulations.filter(({ burnedAreaM2 }) => burnedAreaM2 !== null),
    "burnedAreaM2",
  )[0].fireName,
  "simulations-failed-for-weather": count(
    simulations,
    ({ errorMessage }) => errorMessage?.includes("weather") === true,
  ),
  "busiest-simulation-day": busiestDay(),
  "why-the-newest-failed": byTime.find(withStatus("FAILED")).errorMessage,
};
