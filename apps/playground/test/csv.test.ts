import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "../src/drawer/files.ts";

const csv = (rows: unknown[][], columns = ["a"]) => toCsv({ title: "rows", columns, rows });

test("a table is a header and a line for each row, ended by CR LF", () => {
  const rows = [
    ["x", 1.5],
    [null, -2],
  ];
  assert.equal(csv(rows, ["id", "frp"]), "id,frp\r\nx,1.5\r\n,-2\r\n");
  assert.equal(csv([["x"]], ["id", "frp"]), "id,frp\r\nx,\r\n");
});

test("commas, quotes and line breaks stand in quotes, quotes doubled", () => {
  assert.equal(
    csv([['say "fire", now'], ["two\nlines"]]),
    'a\r\n"say ""fire"", now"\r\n"two\nlines"\r\n',
  );
});

test("a text that a spreadsheet would calculate begins with an apostrophe, a number does not", () => {
  const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"];
  const guarded = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", "'＝1"];
  assert.equal(csv(texts.map((text) => [text])), `a\r\n${guarded.join("\r\n")}\r\n`);
  assert.equal(csv([["\rx"]]), `a\r\n"'\rx"\r\n`);
  assert.equal(csv([[-1.5]], ["=a"]), "'=a\r\n-1.5\r\n");
});

test("lists and geometries are one field each", () => {
  const point = { type: "Point", coordinates: [1, 2] };
  assert.equal(
    csv([[[1, 2, 3, 4], point]], ["bbox", "geometry"]),
    'bbox,geometry\r\n"1, 2, 3, 4","{""type"":""Point"",""coordinates"":[1,2]}"\r\n',
  );
});
