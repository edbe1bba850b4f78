import type { Reply } from "../http/attempt.ts";
import type { Feature } from "../values/bbox.ts";
import type { PropertiesSchema } from "./query.ts";

/**
 * The features with their properties as parsed by the schema. Properties that do not fit throw
 * `ResponseError`; with `onInvalid: "skip"` the feature is left out.
 */
export async function withProperties<P>(
  features: Feature[],
  schema: PropertiesSchema<P>,
  onInvalid: "throw" | "skip",
  reply: Reply<unknown>,
): Promise<Feature<P>[]> {
  const fitting: Feature<P>[] = [];
  for (const feature of features) {
    const result = await schema["~standard"].validate(feature.properties);
    if (!result.issues) fitting.push({ ...feature, properties: result.value });
    else if (onInvalid === "throw") {
      const [issue] = result.issues;
      throw reply.invalid(
        `the properties of feature ${JSON.stringify(feature.id)} do not fit: ${issue?.message}`,
      );
    }
  }
  return fitting;
}
