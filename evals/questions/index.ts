import type { Question } from "../question.ts";
import { antimeridian } from "./antimeridian.ts";
import { asPeopleAsk } from "./as-people-ask.ts";
import { changes } from "./changes.ts";
import { contradictions } from "./contradictions.ts";
import { counts } from "./counts.ts";
import { dayByDay } from "./days.ts";
import { empty } from "./empty.ts";
import { extremes } from "./extremes.ts";
import { filters } from "./filters.ts";
import { fires } from "./fires.ts";
import { gaps } from "./gaps.ts";
import { groups } from "./groups.ts";
import { inside } from "./inside.ts";
import { intervals } from "./intervals.ts";
import { invalid } from "./invalid.ts";
import { areaGroups, coverage, growth, sourceQuestions } from "./knowledge.ts";
import { namedAreas } from "./named-areas.ts";
import { namedFires } from "./named-fires.ts";
import { namedPlaces } from "./named-places.ts";
import { nearest } from "./nearest.ts";
import { perimeterQuestions } from "./perimeters.ts";
import { places } from "./places.ts";
import { retention } from "./retention.ts";
import { signs } from "./signs.ts";
import { simulationQuestions } from "./simulations.ts";
import { situation } from "./situation.ts";
import { staticQuestions } from "./static.ts";
import { wording } from "./wording.ts";

/** All questions, by kind. */
export const questions: readonly Question[] = [
  ...counts,
  ...extremes,
  ...nearest,
  ...places,
  ...inside,
  ...perimeterQuestions,
  ...changes,
  ...fires,
  ...namedAreas,
  ...namedPlaces,
  ...sourceQuestions,
  ...areaGroups,
  ...growth,
  ...coverage,
  ...namedFires,
  ...dayByDay,
  ...groups,
  ...staticQuestions,
  ...situation,
  ...antimeridian,
  ...intervals,
  ...filters,
  ...simulationQuestions,
  ...empty,
  ...invalid,
  ...wording,
  ...asPeopleAsk,
  ...gaps,
  ...signs,
  ...contradictions,
  ...retention,
];
