import { againstHello } from "../lib/against-hello.ts";

/** The second request of a client: with the entity tag of the first answer. */
export const httpList = againstHello({
  name: "http-list",
  hello: { name: "node:http 304", file: "hello-304.mjs" },
  async requestOf({ origin }) {
    const path = "/tools";
    const response = await fetch(origin + path);
    await response.text();
    return { path, headers: { "if-none-match": response.headers.get("etag") ?? "" } };
  },
});
