import type { Pause } from "@emberline/turns";
import { parseJson } from "@emberline/turns/json";
import { FeedError } from "../feed-error.ts";
import { FeatureText } from "./feature-text.ts";

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
