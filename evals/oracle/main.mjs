// Prints the answer to every question, computed directly from the files:
// node evals/oracle/main.mjs > evals/answers.json
import { antimeridian } from "./antimeridian.mjs";
import { asPeopleAsk } from "./as-people-ask.mjs";
import { contradictions } from "./contradictions.mjs";
import { counts } from "./counts.mjs";
import { dayByDay } from "./days.mjs";
import { empty } from "./empty.mjs";
import { extremes } from "./extremes.mjs";
import { filters } from "./filters.mjs";
import { fires } from "./fires.mjs";
import { gaps, signs } from "./gaps.mjs";
import { groups } from "./groups.mjs";
import { inside } from "./inside.mjs";
import { intervals } from "./intervals.mjs";
import { invalid } from "./invalid.mjs";
import { knowledge } from "./knowledge.mjs";
import { namedAreas } from "./named-areas.mjs";
import { namedFires } from "./named-fires.mjs";
import { namedPlaces } from "./named-places.mjs";
import { nearest } from "./nearest.mjs";
import { changes, perimeterAnswers } from "./perimeters.mjs";
import { placeAnswers } from "./places.mjs";
import { retention } from "./retention.mjs";
import { simulationAnswers } from "./simulations.mjs";
import { situation } from "./situation.mjs";
import { staticAnswers } from "./static.mjs";
import { wording } from "./wording.mjs";

const answers = {
  ...counts,
  ...extremes,
  ...nearest,
  ...placeAnswers,
  ...inside,
  ...perimeterAnswers,
  ...changes,
  ...fires,
  ...namedAreas,
  ...namedPlaces,
  ...knowledge,
  ...namedFires,
  ...dayByDay,
  ...groups,
  ...staticAnswers,
  ...situation,
  ...antimeridian,
  ...intervals,
  ...filters,
  ...simulationAnswers,
  ...empty,
  ...invalid,
  ...wording,
  ...asPeopleAsk,
  ...gaps,
  ...signs,
  ...contradictions,
  ...retention,
};
console.log(JSON.stringify(answers, null, 2));
