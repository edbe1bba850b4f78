import type { Place } from "../data/load-data.ts";
import { positionText, type Words } from "../draw/words.ts";

/** A place as every question names it, by name and position. */
export function placeText(place: Place): string {
  return `${place.name} ${positionText(place)}`;
}

/** The same again, a day later. */
export const dayAfterWords: Words = {
  en: ["And on the day after?", "And the next day?", "What about the day after that?"],
  es: ["¿Y al día siguiente?"],
  fr: ["Et le lendemain ?"],
  id: ["Dan pada hari berikutnya?"],
  pt: ["E no dia seguinte?"],
};
