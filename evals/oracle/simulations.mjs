import { simulations } from "./data.mjs";
import { within } from "./geodesy.mjs";
import { count, descending } from "./select.mjs";

const byTime = [...simulations].sort((x, y) => (x.createdAt < y.createdAt ? 1 : -1));
const withStatus = (status) => (each) => each.status === status;
const named = (name) => (each) => `${each.fireName} ${each.locationName}`.includes(name);

export const simulationAnswers = {
  "simulations-in-september": count(simulations, ({ createdAt }) => createdAt >= "2023-09-01"),
  "simulations-failed": count(simulations, withStatus("FAILED")),
  "simulations-automatic": count(simulations, ({ auto }) => auto),
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
  "why-the-newest-failed": byTime.find(withStatus("FAILED")).errorMessage,
};
