import assert from "node:assert/strict";
import { test } from "node:test";
import { serviceFromEnvironment } from "../src/index.ts";

test("the environment names a service whole, or none, and what is missing is said without a value", () => {
  const whole = {
    EMBERLINE_BASE_URL: "https://service.example",
    EMBERLINE_CLIENT_ID: "id",
    EMBERLINE_CLIENT_SECRET: "hunter2",
  };
  assert.deepEqual(serviceFromEnvironment(whole), {
    baseUrl: "https://service.example",
    clientId: "id",
    clientSecret: "hunter2",
  });
  assert.equal(serviceFromEnvironment({ EMBERLINE_CLIENT_ID: "id" }), null);
  assert.throws(
    () => serviceFromEnvironment({ ...whole, EMBERLINE_CLIENT_ID: " " }),
    /EMBERLINE_CLIENT_ID is missing/,
  );
  assert.throws(
    () => serviceFromEnvironment({ ...whole, EMBERLINE_BASE_URL: "hunter2" }),
    (error: Error) => !error.message.includes("hunter2"),
  );
});
