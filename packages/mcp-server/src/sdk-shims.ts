/**
 * Takes the place of the SDK's own shims in the bundle of the program. With
 * JSON Schemas the SDK checks the answers of people alone whom a server asks
 * ("elicitation"); this one asks nobody, and is spared a fifth of its code.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The program has no validator of JSON Schemas.");
  }
}

/** Not by `node:process`: its import reads every member of it, which takes milliseconds. */
export const { process } = globalThis;
