// Re-exported so that users of the client need no second import for its parameters and results.
export {
  type Bbox,
  type Box,
  bboxOf,
  type Geometry,
  type LonLat,
  type Point,
  type Polygon,
  type Position,
  type Properties,
} from "@emberline/geo";
export { type AnyServer, anyServer } from "./any-server.ts";
export { createTokenStore, type TokenStore } from "./auth/token-store.ts";
export { type Client, createClient, type NamedClient, type Services } from "./client.ts";
export { combineClients } from "./combine-clients.ts";
export type {
  AggregatePart,
  AggregateQuery,
  Aggregates,
  FeatureCount,
} from "./features/aggregates.ts";
export type { Aggregation, AggregationGroup, Statistics } from "./features/aggregation.ts";
export type { ListingQuery } from "./features/listing.ts";
export type { Features, RequestPlan, SortOrder } from "./features/operations.ts";
export type { FeaturePage } from "./features/page.ts";
export type { FeatureQuery, Filter, FilterLang } from "./features/query.ts";
export type {
  CallOptions,
  Hooks,
  MissingService,
  ResponseEvent,
  RetryEvent,
} from "./http/call-options.ts";
export {
  type Circuit,
  type CircuitPass,
  type CircuitState,
  createCircuit,
} from "./http/circuit.ts";
export { type Clock, type LinkedAbort, linkAbort, settleOrAbort } from "./http/deadline.ts";
export type { Fetch } from "./http/fetch.ts";
export { readText } from "./http/response-body.ts";
export type { Collections } from "./service/collections.ts";
export type { Simulations } from "./service/simulations.ts";
export type {
  CollectionDescription,
  Queryable,
  Simulation,
  SimulationPage,
} from "./service/types.ts";
export type { ClientOptions } from "./settings.ts";
export { checkBbox, type Feature, type Link, parseBbox } from "./values/bbox.ts";
export {
  AbortedError,
  AuthenticationError,
  type EmberlineError,
  type EmberlineErrorCode,
  InvalidRequestError,
  isEmberlineError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServiceError,
  TimeoutError,
} from "./values/errors.ts";
export { areaKm2, bboxAround, bearingDeg, distanceKm } from "./values/geodesic.ts";
export {
  type DateInterval,
  parseInstant,
  parseInterval,
  printInterval,
} from "./values/interval.ts";
