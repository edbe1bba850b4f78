import { InvalidRequestError } from "../values/errors.ts";

/** Checks a whole number from 1 to `max`. Throws `InvalidRequestError`. */
export function checkLimit(limit: number, name: string, max: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
  throw new InvalidRequestError(
    `${name} is ${limit}: give a whole number from 1 to ${max}, for example 20.`,
  );
}
