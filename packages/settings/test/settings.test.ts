import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  helpLines,
  httpUrl,
  list,
  listOf,
  markdownTable,
  oneOf,
  positiveNumber,
  type SettingsTable,
  text,
  wholeNumber,
} from "@emberline/settings";
import { folder, readSettings } from "@emberline/settings/node";

const table = {
  port: {
    option: "port",
    variable: "PORT",
    value: "N",
    default: "3000",
    help: "the port",
    parse: wholeNumber(0, 65_535),
  },
  style: { option: "style", value: "NAME", help: "the style", parse: oneOf(["plain", "bold"]) },
  sets: {
    option: "sets",
    variable: "APP_SETS",
    value: "NAME,…",
    unset: "all",
    help: "some | of the sets",
    parse: listOf(["core", "output"]),
  },
  origins: { option: "origin", isRepeatable: true, value: "URL", help: "origins", parse: list },
  size: { variable: "APP_SIZE", value: "MB", help: "the size", parse: positiveNumber(10) },
  address: {
    variable: "APP_ADDRESS",
    value: "URL",
    isSecret: true,
    help: "where it is",
    parse: httpUrl("https://app.example"),
  },
  name: { variable: "APP_NAME", value: "TEXT", help: "what it is called", parse: text },
  data: { option: "data", value: "DIR", help: "data files", parse: folder },
  quiet: { option: "quiet", help: "say nothing" },
} satisfies SettingsTable;

const read = (args: readonly string[] = [], environment: Record<string, string> = {}) =>
  readSettings(table, { args, environment });

test("an option wins over its variable, and the default applies without either", () => {
  assert.equal(read().values.port, 3000);
  assert.equal(read([], { PORT: " 3001 " }).values.port, 3001);
  assert.equal(read(["--port", "3002"], { PORT: "http" }).values.port, 3002);
  assert.equal(read(["--port=3003"]).values.port, 3003);
});

test("a blank variable counts as not set", () => {
  assert.equal(read([], { PORT: " " }).values.port, 3000);
  assert.equal(read([], { APP_SETS: "" }).values.sets, undefined);
});

test("a placeholder that a client did not fill in counts as not set, also of a secret in a file", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-settings-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "address");
  await writeFile(file, "https://a.test");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as Claude Desktop passes it on
  const placeholder = "${user_config.field}";
  assert.equal(read([], { PORT: placeholder }).values.port, 3000);
  assert.equal(
    read([], { APP_ADDRESS: placeholder, APP_ADDRESS_FILE: file }).values.address,
    "https://a.test",
  );
  assert.equal(read([], { APP_NAME: `see ${placeholder}` }).values.name, `see ${placeholder}`);
});

test("values have the types of their parsers, and a switch is on or off", () => {
  const { values } = read(
    ["--style", "bold", "--origin", "http://a.test", "--origin=http://b.test", "--quiet"],
    { APP_SETS: "core, output", APP_SIZE: "0.5", APP_NAME: "x" },
  );
  const style: "plain" | "bold" | undefined = values.style;
  assert.equal(style, "bold");
  assert.deepEqual(values.sets, ["core", "output"]);
  assert.deepEqual(values.origins, ["http://a.test", "http://b.test"]);
  assert.equal(values.size, 0.5);
  assert.equal(values.name, "x");
  assert.equal(values.quiet, true);
  assert.equal(read().values.quiet, false);
});

test("arguments that do not belong to an option are returned", () => {
  assert.deepEqual(read(["one", "--quiet", "two", "--", "--three"]).positionals, [
    "one",
    "two",
    "--three",
  ]);
});

test("a wrong value is one sentence with its name and what would be right", () => {
  for (const [args, environment, sentence] of [
    [["--port", "http"], {}, '--port is "http": give a whole number from 0 to 65535.'],
    [[], { PORT: "-1" }, 'PORT is "-1": give a whole number from 0 to 65535.'],
    [["--port", ""], {}, '--port is "": give a whole number from 0 to 65535.'],
    [["--style", "italic"], {}, '--style is "italic": give plain or bold.'],
    [
      [],
      { APP_SETS: "core,outputs" },
      'APP_SETS has "outputs" (did you mean "output"?): give names of core, output.',
    ],
    [["--sets", "zzzz"], {}, '--sets has "zzzz": give names of core, output.'],
    [[], { APP_SIZE: "11" }, 'APP_SIZE is "11": give a number above 0, at most 10.'],
    [["--data", "/no/such"], {}, '--data is "/no/such": give a folder that exists.'],
  ] as const) {
    assert.throws(() => read(args, environment), { message: sentence });
  }
});

test("an unknown option, a missing value or an unexpected value is reported in one sentence", () => {
  for (const [args, sentence] of [
    [["--prot", "3000"], "--prot is not an option: did you mean --port?"],
    [["--fast"], "--fast is not an option: --help lists them."],
    [["-p", "3000"], "-p is not an option: --help lists them."],
    [["--port"], "--port has no value: write --port N."],
    [["--port", "--quiet"], "--port has no value: write --port N."],
    [["--quiet=yes"], "--quiet takes no value: leave it out."],
  ] as const) {
    assert.throws(() => read(args), { message: sentence });
  }
});

test("no message repeats a secret, nor the value of an unknown option", () => {
  for (const [args, environment] of [
    [[], { APP_ADDRESS: "app.test/?key=hush-hush" }],
    [["--secret=hush-hush"], {}],
    [["--port", "https://me:hush-hush@app.test"], {}],
    [["--port", "https://app.test/?key=hush-hush"], {}],
    [["--quiet=hush-hush"], {}],
  ] as const) {
    assert.throws(
      () => read(args, environment),
      (error: Error) => !error.message.includes("hush-hush"),
    );
  }
});

test("a secret may be in the file that a variable names", async () => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-settings-"));
  const [file, empty] = [join(folder, "address"), join(folder, "empty")];
  try {
    await writeFile(file, "https://app.test/?key=hush-hush\n");
    await writeFile(empty, "\n");
    const APP_ADDRESS_FILE = file;
    const { values } = read([], { APP_ADDRESS_FILE });
    assert.equal(values.address, "https://app.test/?key=hush-hush");
    assert.equal(read([], { APP_NAME_FILE: file }).values.name, undefined);
    for (const [environment, sentence] of [
      [
        { APP_ADDRESS_FILE, APP_ADDRESS: "https://other.test" },
        /^APP_ADDRESS and APP_ADDRESS_FILE are both set/,
      ],
      [{ APP_ADDRESS_FILE: empty }, /^APP_ADDRESS_FILE is ".*empty", which is empty: name/],
      [
        { APP_ADDRESS_FILE: join(folder, "absent") },
        /which cannot be read \(ENOENT\): name a file/,
      ],
    ] as const)
      assert.throws(() => read([], environment), { message: sentence });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("help and README show every setting with its default", () => {
  const lines = helpLines(table);
  assert.match(lines, /^ {2}--port N or PORT=N\n {6}the port \(default: 3000\)$/m);
  assert.match(lines, /^ {2}APP_SIZE=MB\n {6}the size$/m);
  assert.match(lines, /^ {2}--quiet\n {6}say nothing$/m);
  const rows = markdownTable(table).split("\n");
  assert.ok(rows.includes("| `--port N`, `PORT` | the port | 3000 |"));
  assert.ok(rows.includes("| `--sets NAME,…`, `APP_SETS` | some \\| of the sets | all |"));
  assert.ok(rows.includes("| `--quiet` | say nothing |  |"));
  assert.equal(rows.length, 2 + Object.keys(table).length);
});

test("help is at most 90 characters wide", () => {
  const long = { value: "N", variable: "LONG", help: "word ".repeat(60).trim(), parse: text };
  const lines = helpLines({ long }).split("\n");
  assert.ok(lines.length > 3);
  assert.ok(lines.every((line) => line.length <= 90));
});
