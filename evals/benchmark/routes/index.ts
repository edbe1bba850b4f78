import type { Question } from "fire-questions";
import type { Call } from "../../question.ts";
import type { Route, Said } from "../said.ts";
import { detectionRoutes } from "./detections.ts";
import { fireRoutes } from "./fires.ts";
import { otherRoutes } from "./others.ts";

const routes: Readonly<Record<string, Route<never>>> = {
  ...detectionRoutes,
  ...fireRoutes,
  ...otherRoutes,
};

/**
 * Answers a question of the benchmark by the route of its kind.
 *
 * @throws {Error} when the kind has no route, or the tools' answer is not what the route reads
 */
export function answer({ kind, facts }: Question, call: Call): Promise<Said> {
  const route = routes[kind];
  if (!route) throw new Error(`there is no route for questions of the kind ${kind}`);
  return route(facts as never, call);
}
