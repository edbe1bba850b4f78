import assert from "node:assert/strict";
import { helpLines, wholeNumber } from "@emberline/settings";
import { readSettings } from "@emberline/settings/node";

const settings = {
  port: {
    option: "port",
    variable: "PORT",
    value: "N",
    default: "3000",
    help: "the port to listen on",
    parse: wholeNumber(0, 65_535),
  },
};
const read = (args, environment = {}) => readSettings(settings, { args, environment }).values.port;
assert.equal(read(["--port", "8080"]), 8080);
assert.equal(read([], { PORT: "81" }), 81);
assert.equal(read([]), 3000);
assert.throws(() => read(["--port", "70000"]), /port/);
assert.match([helpLines(settings)].flat().join("\n"), /--port N/);
