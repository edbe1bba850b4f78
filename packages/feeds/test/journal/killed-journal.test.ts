import { test } from "node:test";
import { killed } from "./support/kills.ts";

test("a writer that is killed loses nothing that it acknowledged, and leaves nothing half", async (t) => {
  await killed(t, 4);
});
