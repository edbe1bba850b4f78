export type { Expected, Language, Obstacle, Question, Unit, Wording } from "./question.ts";
