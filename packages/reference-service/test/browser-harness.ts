import { fixtures } from "@emberline/test-support/programs";
import type { Connection, ReferenceServiceOptions } from "../src/index.ts";
import { rootUrl, start } from "./service-harness.ts";

const adminKey = "the-administrators-key";
export const adminAuthorization = `Basic ${Buffer.from(`:${adminKey}`).toString("base64")}`;
export const settingsUrl = `${rootUrl}/settings/api-clients`;

type Fields = Record<string, string>;

/** Acts as a browser of a service with few features: opens pages, keeps cookies, submits forms. */
export async function browse(
  connection: Connection = {},
  options: Partial<ReferenceServiceOptions> = {},
) {
  const { service } = await start({ adminKey, data: fixtures, ...options });
  const jar = new Map<string, string>();
  const open = async (url: string, init: RequestInit = {}) => {
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Accept: "text/html", Cookie: cookie, ...(init.headers as object) };
    const answer = await service.fetch(new Request(url, { ...init, headers }), connection);
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/Max-Age=0/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return answer;
  };
  const formOf = async (url: string, headers: Fields = {}): Promise<Fields> => {
    const text = await (await open(url, { headers })).text();
    const hidden = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
    return Object.fromEntries(Array.from(hidden, ([, name, value]) => [name, value]));
  };
  const send = (url: string, fields: Fields, headers: Fields = {}) =>
    open(url, { method: "POST", body: new URLSearchParams(fields), headers });
  return { jar, open, formOf, send };
}
