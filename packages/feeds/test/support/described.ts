import assert from "node:assert/strict";
import {
  type Description,
  describedFeed,
  type Feed,
  type FeedAnswer,
  FeedError,
  type FeedRequest,
  type FeedRequestOptions,
  shippedDescriptions,
} from "../../src/index.ts";
import type { KeptFeatures } from "./kept-features.ts";
import { answerOf } from "./wfigs-service.ts";

/** A shipped description by its name. */
export async function shipped(name: string): Promise<Description> {
  const found = (await shippedDescriptions()).find((each) => each.name === name);
  assert.ok(found, name);
  return found;
}

export async function shippedFeed(name: string): Promise<Feed> {
  return describedFeed(await shipped(name));
}

/** A service that answers every request by a function of its address, and the addresses. */
export class Answers {
  readonly urls: URL[] = [];
  readonly options: (FeedRequestOptions | undefined)[] = [];
  answer: (url: URL, options?: FeedRequestOptions) => FeedAnswer | string | object;

  constructor(answer: (url: URL, options?: FeedRequestOptions) => FeedAnswer | string | object) {
    this.answer = answer;
  }

  readonly request: FeedRequest = async (url, options) => {
    this.urls.push(url);
    this.options.push(options);
    const answer = this.answer(url, options);
    if (typeof answer === "string") return answerOf(answer);
    return "kind" in answer ? (answer as FeedAnswer) : answerOf(JSON.stringify(answer));
  };
}

/** Why a reading fails; nothing may have changed. */
export async function failureOf(
  kept: KeptFeatures,
  feed: Feed,
  request: FeedRequest,
): Promise<FeedError> {
  const [features, state] = [kept.all(), kept.state];
  const error = await kept.read(feed, request).then(
    () => assert.fail("the reading has to fail"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FeedError, String(error));
  assert.deepEqual(kept.all(), features);
  assert.deepEqual(kept.state, state);
  return error;
}

export function collection(
  features: readonly unknown[],
  members: Readonly<Record<string, unknown>> = {},
): object {
  return { type: "FeatureCollection", ...members, features };
}

export function pointRow(
  properties: Readonly<Record<string, unknown>>,
  [longitude, latitude]: readonly [number, number] = [-120, 40],
) {
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties,
  };
}
