import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ServiceProcess, startServiceProcess } from "@emberline/test-support/service-process";
import { Redis } from "ioredis";
import { RedisProcess } from "../support/redis.ts";

const id = "operator";
const secret = "hush-hush-operator";
const signing = "a-signing-secret-of-the-service-0123456789";

let redis: RedisProcess;
let services: readonly [ServiceProcess, ServiceProcess];

before(async () => {
  redis = await RedisProcess.start();
  const env = {
    EMBERLINE_CLIENT_ID: id,
    EMBERLINE_CLIENT_SECRET: secret,
    EMBERLINE_SIGNING_SECRET: signing,
    EMBERLINE_REDIS_URL: redis.url,
  };
  services = await Promise.all([startService(env), startService(env)]);
});
after(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await redis.close();
});

/** With a limit that the tests reach. */
const startService = (env: Record<string, string>) =>
  startServiceProcess(["--requests-per-minute", "40"], env);

function exchange({ url }: ServiceProcess, given = secret): Promise<Response> {
  return fetch(`${url}/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: id, client_secret: given }),
  });
}

async function tokenOf(service: ServiceProcess): Promise<string> {
  const response = await exchange(service);
  assert.equal(response.status, 200);
  return ((await response.json()) as { access_token: string }).access_token;
}

const list = ({ url }: ServiceProcess, token: string, query = "") =>
  fetch(`${url}/ogc/features/v1/collections/svc:hotspots/items${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });

test("a replica of the service takes the tokens and cursors of the other", async () => {
  const [first, second] = services;
  const token = await tokenOf(first);
  const page = (await (await list(first, token, "?limit=2")).json()) as {
    links: { rel: string; href: string }[];
  };
  const next = page.links.find(({ rel }) => rel === "next")!;
  const { search } = new URL(next.href);
  const [own, other] = await Promise.all(services.map((each) => list(each, token, search)));
  assert.equal(other!.status, 200);
  const ids = async (response: Response) =>
    ((await response.json()) as { features: { id: string }[] }).features.map((each) => each.id);
  assert.deepEqual(await ids(other!), await ids(own!));
  // A token of a service with another signing secret is refused.
  const foreign = await startService({
    EMBERLINE_CLIENT_ID: id,
    EMBERLINE_CLIENT_SECRET: secret,
    EMBERLINE_SIGNING_SECRET: signing.toUpperCase(),
  });
  assert.equal((await list(second, await tokenOf(foreign))).status, 401);
  await foreign.stop();
});

test("replicas of the service count requests and wrong secrets together, and alone while Redis is gone", async () => {
  const [first, second] = services;
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  const token = await tokenOf(first);
  const answers: number[] = [];
  do answers.push((await list(services[answers.length % 2]!, token, "?limit=1")).status);
  while (answers.at(-1) === 200);
  assert.deepEqual([answers.length, answers.at(-1)], [41, 429]);

  const wrong: number[] = [];
  do wrong.push((await exchange(services[wrong.length % 2]!, "wrong")).status);
  while (wrong.at(-1) === 401);
  assert.equal(wrong.at(-1), 429);
  // One more a second is checked beyond the limit of ten.
  assert.ok(wrong.length <= 14, `${wrong.length} wrong secrets were checked`);

  await redis.kill();
  const alone: number[] = [];
  do alone.push((await exchange(second, "wrong")).status);
  while (alone.at(-1) === 401);
  assert.equal(alone.at(-1), 429);
  assert.ok(alone.length <= 14, `${alone.length} wrong secrets were checked`);
  assert.equal((await exchange(second)).status, 200);
  await redis.start();
  for (const { output } of services) assert.ok(!output().includes(redis.password));
});
