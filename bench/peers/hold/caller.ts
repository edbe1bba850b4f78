/** One caller of a server, identified by its key. */
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
