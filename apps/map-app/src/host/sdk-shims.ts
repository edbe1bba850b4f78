/**
 * Replaces the SDK's own shims in the page. The SDK validates JSON Schemas only for output schemas
 * of tools that it lists itself, which the page does not do: its readers check every value.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("The page has no validator of JSON Schemas.");
  }
}

// biome-ignore lint/style/useNamingConvention: the name is the SDK's
export const CORS_IS_POSSIBLE = true;
