// Questions that name something that does not exist.

const isDate = (text) => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const isLatitude = (degrees) => Math.abs(degrees) <= 90;
const verdict = (valid) => (valid ? "valid" : "invalid");

export const invalid = {
  "no-such-date": verdict(isDate("2023-02-30")),
  "no-such-latitude": verdict(isLatitude(128.7)),
  "box-upside-down": verdict(-10 <= -44),
  "end-before-start": verdict("2019-09-10" <= "2019-09-01"),
  "no-such-zone": verdict(Intl.supportedValuesOf("timeZone").includes("America/Portland")),
};
