export { bboxOf, checkBbox, parseBbox } from "./bbox.ts";
export { type Client, createClient } from "./client.ts";
export type { Clock } from "./clock.ts";
export type { Collections } from "./collections.ts";
export type { FeatureCount } from "./count.ts";
export { type ServiceSettings, serviceFromEnvironment } from "./environment.ts";
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
} from "./errors.ts";
export type { Features, GetOptions } from "./features.ts";
export type { Fetch } from "./fetch.ts";
export type { Filter, FilterLang } from "./filter.ts";
export { areaKm2, bboxAround, bearingDeg, distanceKm } from "./geodesic.ts";
export type {
  Bbox,
  Feature,
  Geometry,
  GeometryCollection,
  LineString,
  Link,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Position,
  Properties,
} from "./geojson.ts";
export { type Interval, parseInstant, parseInterval, printInterval } from "./interval.ts";
export type { ListingQuery } from "./listing.ts";
export type {
  CallOptions,
  ClientOptions,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./options.ts";
export type { FeaturePage } from "./page.ts";
export type { PropertiesSchema } from "./properties.ts";
export type { FeatureQuery } from "./query.ts";
export type { RawRequest } from "./request.ts";
export type { RetryPolicy } from "./retry.ts";
export type {
  CollectionDescription,
  Queryable,
  QueryableType,
  Simulation,
  SimulationPage,
  SimulationStatus,
} from "./service.ts";
export type { SimulationListingQuery, SimulationQuery, Simulations } from "./simulations.ts";
export {
  createTokenStore,
  type KeyValueStorage,
  type StoredToken,
  type TokenStore,
} from "./token-store.ts";
