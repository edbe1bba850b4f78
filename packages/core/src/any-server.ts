import type { ListingQuirks } from "./features/features.ts";
import { tolerantNextUrl } from "./features/links.ts";
import { TolerantWatch } from "./features/listing-watch.ts";
import { PageSizes } from "./features/page.ts";
import { JsonForms } from "./http/json-forms.ts";
import type { DescriptionQuirks } from "./service/collections.ts";
import { withSoundMembers } from "./service/types.ts";

/** Options of the client by which it reads servers other than the interface's. */
export interface AnyServer extends DescriptionQuirks, ListingQuirks {}

/**
 * For any OGC API Features server. Asks for JSON in the way that the server understands, for
 * smaller pages where large ones are refused, and by `offset` where links are missing. What breaks
 * the standard without losing features is accepted; what may have lost some is stated in `doubt`.
 *
 * @example
 * const client = createClient({ baseUrl, featuresPath: "", server: anyServer });
 */
export const anyServer: AnyServer = {
  createForms: () => new JsonForms(),
  createPageSizes: () => new PageSizes(),
  createWatch: (readBefore) => new TolerantWatch(readBefore),
  nextUrl: tolerantNextUrl,
  withSoundMembers,
};
