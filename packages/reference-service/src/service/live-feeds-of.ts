import {
  type Description,
  DescriptionError,
  describedFeed,
  type Feed,
  fedsFeed,
  firmsFeeds,
  readDescription,
  shippedDescriptions,
} from "@emberline/feeds";
import { unknownName } from "@emberline/settings";
import type { LiveBox, ResolveArea } from "../settings/live-areas.ts";
import type { LiveSettings } from "../settings/live-settings.ts";

const config = "EMBERLINE_LIVE_CONFIG";

/** Of the described feeds that are shipped, those that are read without being named. */
const usual = new Set([
  ...["wfigs-perimeters", "wfigs-incidents"],
  ...["ca-evacuations", "or-evacuations", "bc-evacuations"],
]);

/** Where descriptions have WFIGS. */
const wfigsServices = "https://services3.arcgis.com/T4QMspbfLg3qTGWY/ArcGIS/rest/services/";

/** The boxes of the areas that an operator set. */
export function boxesOf(
  { areas }: Pick<LiveSettings, "areas">,
  resolveArea: ResolveArea,
): Promise<LiveBox[]> {
  return Promise.all(
    areas.map(async (area) => {
      if (typeof area !== "string") return area;
      try {
        return await resolveArea(area);
      } catch (error) {
        throw new Error(`The areas of live feeds: ${(error as Error).message}.`);
      }
    }),
  );
}

/**
 * The feeds that an operator's settings mean. Nothing is requested.
 *
 * @throws {Error} when a name or a file is wrong, or the feeds do not fit together
 */
export async function liveFeedsOf(
  settings: LiveSettings,
  areas: readonly LiveBox[],
): Promise<Feed[]> {
  const { firmsKey, firmsUrl, fedsUrl, sources, days } = settings;
  const own = await ownDescriptions(settings);
  const ownNames = new Set(own.map(({ name }) => name));
  const shipped = (await shippedDescriptions()).filter(({ name }) => !ownNames.has(name));
  const feed = (description: Description) => describedFeed(at(description, settings), { areas });
  const coded = [
    ...firmsFeeds({ areas, days, baseUrl: firmsUrl, key: firmsKey }),
    fedsFeed({ areas, days, baseUrl: fedsUrl }),
  ];
  const all = [...coded, ...shipped.map(feed), ...own.map(feed)];
  const codedNames = new Set(coded.map(({ name }) => name));
  const chosen = chosenFeeds(all, sources, ({ name }) =>
    sources === undefined ? codedNames.has(name) || usual.has(name) : sources.includes(name),
  ).filter(({ name }) => !ownNames.has(name));
  for (const name of Object.keys(settings.feedUrls)) checkName(name, all, "urls");
  const feeds = [...chosen, ...all.filter(({ name }) => ownNames.has(name))];
  checkSystems(feeds);
  return feeds;
}

/** A described feed at the address that the operator set for it. */
function at(description: Description, { feedUrls, wfigsUrl }: LiveSettings): Description {
  const { source } = description;
  const own = feedUrls[description.name];
  const url = own ?? source.url.replace(wfigsServices, wfigsUrl.href);
  return { ...description, source: { ...source, url } };
}

async function ownDescriptions({ feedFiles }: LiveSettings): Promise<Description[]> {
  try {
    const own = await Promise.all(feedFiles.map(readDescription));
    const twice = own.find(({ name }, i) => own.findIndex((each) => each.name === name) < i);
    if (twice) throw new DescriptionError(config, [`feeds has two files of "${twice.name}".`]);
    return own;
  } catch (error) {
    if (error instanceof DescriptionError) throw new Error(error.message);
    throw error;
  }
}

function chosenFeeds(
  feeds: readonly Feed[],
  names: readonly string[] | undefined,
  isChosen: (feed: Feed) => boolean,
): Feed[] {
  for (const name of names ?? []) checkName(name, feeds, "sources");
  return feeds.filter(isChosen);
}

function checkName(name: string, feeds: readonly Feed[], member: string): void {
  const known = feeds.map((feed) => feed.name);
  if (known.includes(name)) return;
  const { fault, message } = unknownName(name, known);
  throw new Error(`${config}: ${member} ${fault}: ${message}.`);
}

/** Two systems see the same fires, so a count of both would be wrong. */
function checkSystems(feeds: readonly Feed[]): void {
  const systems = [...new Set(feeds.flatMap(({ system }) => system ?? []))];
  if (systems.length < 2) return;
  throw new Error(
    `${config}: detections of ${systems.join(" and ")} must not be added up, since they see the same fires: name in sources the feeds of one of them.`,
  );
}
