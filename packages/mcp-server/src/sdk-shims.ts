/**
 * Replaces the SDK's own shims in the program's bundle. The SDK validates JSON Schemas only in
 * `elicitInput`, which this server does not use: tools check answers as they check any argument.
 * Leaving the validator out saves a fifth of the code.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The program has no validator of JSON Schemas.");
  }
}

/** Importing `node:process` would read all its members, which takes milliseconds. */
export const { process } = globalThis;
