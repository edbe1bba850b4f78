import type { Pause } from "@emberline/turns";
import { parseJson } from "@emberline/turns/json";
import { FeedError } from "../values/feed.ts";

const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** What of an answer is not a feature is small: links, counts, an error. */
const maxRestLength = 1 << 20;
const maxNameLength = 100;
/** About 800,000 positions, as many as the perimeters of a busy day in the USA have together. */
const maxFeatureLength = 1 << 24;
/** What stands for a feature that is too long: it is not valid either. */
const tooLong = "null";

/**
 * Splits the text of a FeatureCollection into the texts of its features and the rest, so that
 * answers of many megabytes are parsed feature by feature. Splits by brackets and quotes alone;
 * parsing the parts finds other errors.
 */
class FeatureText {
  /** The text without its features: `{"type":"FeatureCollection","features":[]}`. */
  rest = "";
  #feature = "";
  #depth = 0;
  #isInFeatures = false;
  #isInString = false;
  #isEscaped = false;
  /** The last string outside of features: before a bracket, the name of a member. */
  #name = "";

  /** The features that end in the next part of the text. */
  add(part: string): string[] {
    const features: string[] = [];
    let start = 0;
    let depth = this.#depth;
    for (let i = 0; i < part.length; i++) {
      const code = part.charCodeAt(i);
      if (this.#isInString) {
        this.#addToString(code, part, i);
        continue;
      }
      // Most characters are of numbers.
      if (code < openBracket && code !== quote && (code !== comma || depth > 2)) continue;
      if (code === openBracket || code === openBrace) {
        depth++;
        if (code === openBrace || depth !== 2 || this.#name !== "features") continue;
        this.#isInFeatures = true;
        this.#keep(part.slice(start, i + 1));
        start = i + 1;
      } else if (code === closeBracket || code === closeBrace || code === comma) {
        if (this.#isInFeatures && depth === 2) {
          const feature = this.#feature + part.slice(start, i);
          if (feature.length > maxFeatureLength) features.push(tooLong);
          else if (code === comma || feature.trim() !== "") features.push(feature);
          this.#feature = "";
          this.#isInFeatures = code === comma;
          start = code === comma ? i + 1 : i;
        }
        if (code !== comma) depth--;
      } else if (code === quote) {
        this.#isInString = true;
        this.#name = "";
      }
    }
    this.#depth = depth;
    if (this.#isInFeatures) {
      if (this.#feature.length <= maxFeatureLength) this.#feature += part.slice(start);
    } else this.#keep(part.slice(start));
    return features;
  }

  #addToString(code: number, part: string, i: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInString = false;
    if (this.#isInString && !this.#isInFeatures && this.#name.length < maxNameLength)
      this.#name += part[i];
  }

  #keep(text: string): void {
    if (this.rest.length < maxRestLength) this.rest += text;
  }
}

/** Characters that are split between pauses. */
const sliceLength = 1 << 16;

/** Reads a GeoJSON answer feature by feature. */
export class FeatureReader {
  /** The answer with an empty `features`: known once all features were read. */
  rest: Readonly<Record<string, unknown>> = {};
  /** Characters so far. */
  length = 0;
  readonly #source: string;
  readonly #body: AsyncIterable<string>;
  readonly #pause: Pause;

  constructor(source: string, body: AsyncIterable<string>, pause: Pause) {
    this.#source = source;
    this.#body = body;
    this.#pause = pause;
  }

  /**
   * The features, each parsed on its own, with pauses in between.
   * @throws {FeedError} when the answer is not JSON (`invalid_answer`)
   */
  async *features(): AsyncGenerator<unknown, void> {
    const text = new FeatureText();
    for await (const piece of this.#body) {
      this.length += piece.length;
      for (let at = 0; at < piece.length; at += sliceLength) {
        for (const feature of text.add(piece.slice(at, at + sliceLength))) {
          const parsed = await this.#parse(feature);
          await this.#pause();
          yield parsed;
        }
        await this.#pause();
      }
    }
    const rest = await this.#parse(text.rest.replace(/^\uFEFF/, ""));
    if (!isRecord(rest)) throw this.#notGeoJson();
    this.rest = rest;
  }

  async #parse(text: string): Promise<unknown> {
    try {
      return await parseJson(text, this.#pause);
    } catch (error) {
      throw error instanceof SyntaxError ? this.#notGeoJson() : error;
    }
  }

  #notGeoJson(): FeedError {
    return new FeedError(
      "invalid_answer",
      `${this.#source} answered something that is not GeoJSON`,
    );
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
