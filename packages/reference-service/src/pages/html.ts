import { parseTimeMs } from "@emberline/geo";
import { html } from "hono/html";
import type { Html } from "../http/environment.ts";

/** Units by the usual property names: FIRMS (NASA), WFIGS (NIFC), lists of power plants. */
const units: readonly [pattern: RegExp, unit: string][] = [
  [/^(frp|fire_radiative_power)$/i, "MW"],
  [/^(brightness|bright_t\w+)$/i, "K"],
  [/^(scan|track)$/i, "km"],
  [/^(lat|lon|latitude|longitude)$/i, "°"],
  [/_?acres$/i, "acres"],
  [/_mw$/i, "MW"],
  [/_km2$/i, "km²"],
  [/_km$/i, "km"],
  [/_ha$/i, "ha"],
  [/^acq_time$/i, "UTC"],
];

/** The name of a property with its unit, if its name implies one. */
export function heading(property: string): Html {
  const unit = units.find(([pattern]) => pattern.test(property))?.[1];
  return html`${property}${unit ? html` <span class="unit">(${unit})</span>` : ""}`;
}

const maxLength = 2000;

/** A value for readers; only `http` and `https` addresses become links. */
export function shown(value: unknown): Html | string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "string") {
    if (isWebAddress(value)) {
      return html`<a href="${value}" rel="noopener noreferrer nofollow">${cut(value)}</a>`;
    }
    return cut(shownTime(value));
  }
  return cut(typeof value === "object" ? JSON.stringify(value) : String(value));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Names and values. */
export function facts(entries: readonly [name: Html | string, value: Html | string][]): Html {
  return html`<dl class="facts">${entries.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** A count with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A UTC day for readers, such as `20 Jul 2026`. */
export function shownDay(timeMs: number): string {
  const time = new Date(timeMs);
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/** A UTC minute for readers, such as `20 Jul 2026, 21:55 UTC`. */
export function shownMinute(timeMs: number): string {
  return `${shownDay(timeMs)}, ${new Date(timeMs).toISOString().slice(11, 16)} UTC`;
}

/** A time as text for readers: the minute, or the day of a date; unchanged if it is not a time. */
export function shownTime(text: string): string {
  const timeMs = parseTimeMs(text);
  if (timeMs === undefined) return text;
  return text.length === 10 ? shownDay(timeMs) : shownMinute(timeMs);
}
