/**
 * Replaces the SDK's own shims in the program's bundle. The SDK validates JSON Schemas only for
 * elicitation, which this server does not use; leaving the validator out saves a fifth of the code.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The program has no validator of JSON Schemas.");
  }
}

/** Importing `node:process` would read all its members, which takes milliseconds. */
export const { process } = globalThis;
