/** One of those who call a server, by its key. */
export class Caller {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(origin: string, key: string) {
    this.origin = origin;
    this.headers = {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${key}`,
    };
  }
}
