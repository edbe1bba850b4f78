import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "@emberline/test-support/random";
import { Draw } from "../world/draw.ts";
import type { World } from "../world.ts";
import type { Answer } from "./answer.ts";
import { AnswerLog, type LoggedEvent, type LoggedRequest } from "./answer-log.ts";
import { answerDescribed } from "./described.ts";
import { type FaultKind, Faults, faultAnswer, type Source } from "./faults.ts";
import { answerFeds } from "./feds.ts";
import { answerFirms, isArea } from "./firms.ts";
import { Quota } from "./firms-quota.ts";
import { answerIncidents } from "./incidents.ts";
import { answerWfigs } from "./wfigs.ts";
import { answerZones } from "./zones.ts";

const paths = {
  firms: "/firms",
  wfigs: "/arcgis/T4QMspbfLg3qTGWY/ArcGIS/rest/services",
  feds: "/api/features",
  zones: "/zones",
  described: "/described",
} as const;

const perimeters = `${paths.wfigs}/WFIGS_Interagency_Perimeters_Current/FeatureServer/0`;
const incidents = `${paths.wfigs}/WFIGS_Incident_Locations_Current/FeatureServer/0/query`;

function sourceOf(path: string): Source | undefined {
  if (path === incidents) return "incidents";
  const names = Object.keys(paths) as (keyof typeof paths)[];
  return names.find((name) => path.startsWith(`${paths[name]}/`) || path === paths[name]);
}

/** A moment of an answer: before it, in the middle of its body, after it. */
export type Moment = "asked" | "half" | "answered";

export interface StandInOptions {
  readonly world: World;
  /** For the log; default a new temporary folder. */
  readonly folder?: string;
  readonly seed?: number;
  /** Probability that a request meets a fault. */
  readonly faultRate?: number;
  /** Transactions of ten minutes. */
  readonly quota?: number;
  /** Features of a page of WFIGS at most. */
  readonly maxRecords?: number;
  /** Called in every answer, such as to end the process that asked. */
  readonly during?: (request: number, moment: Moment) => void;
}

/**
 * FIRMS, WFIGS, FEDS, evacuation zones and other described sources on a port of this machine, as
 * the facts describe them, at a simulated time. Processes set it by `POST /control/now` with epoch milliseconds as body,
 * read it by `GET /control/now`, and note that all was stored by `POST /control/settled`.
 */
export class StandIns {
  readonly key = "0123456789abcdef0123456789abcdef";
  readonly faults: Faults;
  readonly log: AnswerLog;
  readonly origin: string;
  /** Epoch milliseconds of the simulated time. */
  now: number;
  readonly world: World;
  readonly #options: StandInOptions;
  readonly #quota: Quota;
  readonly #close: () => Promise<void>;

  private constructor(options: StandInOptions, origin: string, close: () => Promise<void>) {
    this.#options = options;
    this.world = options.world;
    this.now = options.world.start;
    this.origin = origin;
    this.#close = close;
    this.#quota = new Quota(options.quota);
    this.faults = new Faults(new Draw(seededRandom(options.seed ?? 1)), options.faultRate ?? 0);
    this.log = new AnswerLog(options.folder ?? mkdtempSync(join(tmpdir(), "emberline-feeds-")));
  }

  static async start(options: StandInOptions): Promise<StandIns> {
    const server = createServer((request, response) => void standIns.#answer(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const standIns = new StandIns(options, `http://127.0.0.1:${port}`, async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    });
    return standIns;
  }

  /** The base address of a source. */
  url(source: keyof typeof paths): string {
    return `${this.origin}${paths[source]}`;
  }

  /** Addresses of the described feeds that are read unless others are named, by their names. */
  describedUrls(): Record<string, string> {
    const layer = (service: string) => `${this.url("zones")}/${service}/FeatureServer/0`;
    return {
      "wfigs-perimeters": `${this.origin}${perimeters}`,
      "wfigs-incidents": `${this.origin}${incidents.replace("/query", "")}`,
      "ca-evacuations": layer("CA_EVACUATIONS_CalOESHosted_view"),
      "or-evacuations": layer("Fire_Evacuation_Areas_Public"),
      "bc-evacuations": layer("Evacuation_Orders_and_Alerts"),
    };
  }

  /** Addresses of described feeds that are read where they are named. */
  namedUrls(): Record<string, string> {
    const at = (name: string, rest: string) => [name, `${this.url("described")}/${name}${rest}`];
    return Object.fromEntries([
      at("ngfs-east", "/items"),
      at("cwfif-active-fires", "/ows"),
      at("effis-burnt-areas", "/burntareas/current/"),
      at("au-bushfire-boundaries", "/FeatureServer/3"),
    ]);
  }

  /** The settings that put Emberline's live feeds on these stand-ins, with a file in the folder. */
  environment(folder = this.log.folder): Record<string, string> {
    const config = join(folder, "live-config.json");
    writeFileSync(config, JSON.stringify({ urls: this.describedUrls() }));
    return {
      EMBERLINE_LIVE_CONFIG: config,
      EMBERLINE_FIRMS_URL: this.url("firms"),
      EMBERLINE_WFIGS_URL: this.url("wfigs"),
      EMBERLINE_FEDS_URL: this.url("feds"),
      EMBERLINE_FIRMS_KEY: this.key,
    };
  }

  get requests(): readonly LoggedRequest[] {
    return this.log.requests;
  }

  note(event: LoggedEvent): void {
    this.log.note(event, this.now);
  }

  /** Also removes the log, if it is in a temporary folder. */
  async close(): Promise<void> {
    await this.#close();
    if (this.#options.folder === undefined)
      await rm(this.log.folder, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.origin);
    if (url.pathname.startsWith("/control/")) return this.#control(request, url, response);
    const source = sourceOf(url.pathname);
    if (!source) return void response.writeHead(404).end();
    const at = this.now;
    const { life } = this.log;
    const began = this.log.place();
    /** Before the client can know of the end, so that its next request comes after. */
    let ended: number | undefined;
    this.#options.during?.(began, "asked");
    const fault = this.faults.take(source);
    const answer = faultAnswer(source, fault) ?? this.#plainAnswer(source, url, fault);
    const tag = answer.headers?.etag;
    const since = answer.headers?.["last-modified"];
    const unchanged =
      fault === undefined &&
      ((tag !== undefined && request.headers["if-none-match"] === tag) ||
        (tag === undefined &&
          since !== undefined &&
          request.headers["if-modified-since"] === since));
    const { status, body } = unchanged ? { status: 304, body: "" } : answer;
    const kept = this.log.keep(body);
    response.once("close", () => {
      this.log.add({
        source,
        path: `${url.pathname}${url.search}`.replaceAll(this.key, "KEY"),
        at,
        life,
        began,
        ended: ended ?? this.log.place(),
        headers: request.headers,
        status,
        fault: fault ?? null,
        complete: response.writableFinished,
        body: kept,
      });
      this.#options.during?.(began, "answered");
    });
    if (fault === "reset") {
      ended = this.log.place();
      return void request.socket.destroy();
    }
    // Slower than all other answers, and within the patience of any client.
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, 40));
    const bytes = Buffer.from(body);
    const end = (act: () => void) => {
      ended = this.log.place();
      act();
    };
    response.writeHead(status, {
      ...(status !== 304 && { "content-type": answer.type, "content-length": bytes.length }),
      ...answer.headers,
      ...(source === "firms" && { "access-control-allow-origin": "*" }),
    });
    if (status === 304) return end(() => response.end());
    const half = Math.floor(bytes.length / 2);
    response.write(bytes.subarray(0, half));
    this.#options.during?.(began, "half");
    if (fault === "cut") setImmediate(() => end(() => request.socket.destroy()));
    else end(() => response.end(bytes.subarray(half)));
  }

  #plainAnswer(source: Source, url: URL, fault: FaultKind | undefined): Answer {
    const { detections, fires, steps, zones } = this.world;
    if (source === "feds") return answerFeds(steps, url, paths.feds, this.now);
    if (source !== "firms") {
      const options = {
        maxRecords: this.#options.maxRecords ?? 2000,
        limitFlag: this.requests.length % 2 === 0 ? "top" : "properties",
        changed: fault === "changed-list",
      } as const;
      if (source === "incidents") return answerIncidents(fires, url, this.now, options);
      if (source === "zones") return answerZones(zones, url, this.now, options);
      if (source === "described") return answerDescribed(fires, url, this.now, options);
      return answerWfigs(fires, url, this.now, options);
    }
    const path = new URL(url.href);
    path.pathname = url.pathname.slice(paths.firms.length);
    return answerFirms(detections, path, this.now, {
      key: this.key,
      quota: this.#quota,
      empty: fault === "header-only" && isArea(path.pathname),
      layout: {
        reversed: fault === "reordered",
        ...(fault === "fewer-columns" && { without: ["instrument", "confidence", "bright_ti5"] }),
      },
    });
  }

  async #control(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const asked = `${request.method} ${url.pathname}`;
    if (asked === "POST /control/now") this.now = Number(body);
    else if (asked === "POST /control/settled") this.note("settled");
    else if (asked !== "GET /control/now") return void response.writeHead(404).end();
    response.end(String(this.now));
  }
}
