import { hotspots } from "./data.mjs";
import { count, during, inBox } from "./select.mjs";

const ofType = (code) => (each) => each.type === code;

export const staticAnswers = {
  "vegetation-only": count(hotspots, during("2019-09"), ofType(0)),
  "flagged-as-static": count(hotspots, during("2019-08"), ofType(2)),
  "offshore-flares-box": count(hotspots, inBox(112, -44, 154, -10), during("2019"), ofType(3)),
};
