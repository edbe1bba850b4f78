import { z } from "zod";

/** A property as an answer describes it. */
export const describedProperty = z.object({
  name: z.string(),
  types: z.array(z.string()),
  role: z.string().optional(),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  values: z.array(z.union([z.string(), z.number()])).optional(),
  distinct: z.string().optional(),
  features: z.number().int().optional(),
  sampled: z.boolean().optional(),
});

/** A kind of features as an answer describes it. */
export const describedKind = z.object({
  kind: z.string().optional(),
  meaning: z.string().optional(),
  features: z.number().int().optional(),
  properties: z.array(z.string()).optional(),
});
