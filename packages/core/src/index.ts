// Re-exported so that users of the client need no second import for its parameters and results.
export {
  type Bbox,
  type Box,
  bboxOf,
  type Geometry,
  type GeometryCollection,
  type LineString,
  type LonLat,
  type MultiLineString,
  type MultiPoint,
  type MultiPolygon,
  type Point,
  type Polygon,
  type Position,
  type Properties,
} from "@emberline/geo";
export { type AnyServer, anyServer } from "./any-server.ts";
export type { AuthHeader } from "./auth/auth-header.ts";
export { createTokenStore, type KeyValueStorage, type TokenStore } from "./auth/token-store.ts";
export { type Client, createClient, type NamedClient, type Services } from "./client.ts";
export { type CombineOptions, combineClients } from "./combine-clients.ts";
export type {
  AggregatePart,
  AggregateQuery,
  Aggregates,
  CountQuery,
  FeatureCount,
} from "./features/aggregates.ts";
export type { Aggregation, AggregationGroup, Statistics } from "./features/aggregation.ts";
export type { ListingQuery } from "./features/listing.ts";
export type { Features, GetOptions, RequestPlan } from "./features/operations.ts";
export type { FeaturePage } from "./features/page.ts";
export type { FeatureQuery, Filter, FilterLang, PropertiesSchema } from "./features/query.ts";
export type {
  CallOptions,
  Hooks,
  MissingService,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./http/call-options.ts";
export {
  type Circuit,
  type CircuitOptions,
  type CircuitPass,
  type CircuitState,
  createCircuit,
  type RetryPolicy,
} from "./http/circuit.ts";
export { type Clock, type LinkedAbort, linkAbort, settleOrAbort } from "./http/deadline.ts";
export type { Fetch } from "./http/fetch.ts";
export type { RawRequest } from "./http/raw-request.ts";
export type { BodyLimits } from "./http/response-body.ts";
export type { Collections } from "./service/collections.ts";
export type {
  SimulationListingQuery,
  SimulationQuery,
  Simulations,
} from "./service/simulations.ts";
export type {
  CollectionDescription,
  Queryable,
  QueryableType,
  Simulation,
  SimulationPage,
  SimulationStatus,
} from "./service/types.ts";
export type { ClientOptions } from "./settings.ts";
export { checkBbox, type Feature, type Link, parseBbox } from "./values/bbox.ts";
export {
  AbortedError,
  AuthenticationError,
  type EmberlineError,
  type EmberlineErrorCode,
  type ErrorDetails,
  InvalidRequestError,
  isEmberlineError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServiceError,
  type ServiceErrorCode,
  TimeoutError,
} from "./values/errors.ts";
export { areaKm2, bboxAround, bearingDeg, distanceKm } from "./values/geodesic.ts";
export {
  type DateInterval,
  parseInstant,
  parseInterval,
  printInterval,
} from "./values/interval.ts";
