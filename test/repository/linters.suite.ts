import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { DockerfileParser } from "dockerfile-ast";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-linters-"));
});
after(() => rm(folder, { recursive: true }));

/** All that a linter says; empty if it finds nothing. */
function said(program: string, ...args: readonly string[]): string {
  const { error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (error) throw error;
  return stdout + stderr;
}

test("ShellCheck finds nothing in the scripts and in what the Dockerfile runs", async () => {
  for (const script of ["deploy/make-secrets.sh", ".ci/run"])
    assert.equal(said("shellcheck", join(root, script)), "", script);
  const dockerfile = await readFile(join(root, "deploy/Dockerfile"), "utf8");
  const runs = DockerfileParser.parse(dockerfile)
    .getInstructions()
    .filter((each) => each.getKeyword() === "RUN")
    .map((each) => each.getArgumentsContent() ?? "");
  assert.equal(runs.length, 3);
  const lines = join(folder, "runs.sh");
  await writeFile(lines, `#!/bin/sh\n${runs.join("\n")}\n`);
  assert.equal(said("shellcheck", lines), "");
  await writeFile(lines, "#!/bin/sh\nrm -rf $1/*\n");
  assert.match(said("shellcheck", lines), /SC2086/);
});

test("the unit of systemd is right and hardened, as systemd-analyze finds", async () => {
  const unit = await readFile(join(root, "deploy/emberline.service"), "utf8");
  const path = join(folder, "emberline.service");
  // The program must exist for the check.
  const checked = unit.replace("/usr/bin/node ", `${process.execPath} `);
  await writeFile(path, checked);
  assert.equal(said("systemd-analyze", "verify", path), "");
  // Of 10; below 2 it says OK.
  assert.match(said("systemd-analyze", "security", "--offline=yes", path), /level .*: 1\.\d OK/);
  await writeFile(path, checked.replace("ProtectSystem=strict", "ProtectSystem=strictly"));
  assert.match(said("systemd-analyze", "verify", path), /strictly/);
});

test("the unit names secrets only as credentials, and the settings that the server reads", async () => {
  const unit = await readFile(join(root, "deploy/emberline.service"), "utf8");
  const credentials = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name);
  const files = [...unit.matchAll(/^Environment=EMBERLINE_(\w+)_FILE=%d\/(\w+)$/gm)];
  assert.deepEqual(
    files.map(([, , name]) => name),
    credentials,
  );
  for (const [, variable, name] of files) assert.equal(variable, name!.toUpperCase());
});

test("promtool accepts the alerts and the configuration of Prometheus, and one fires as it should", async () => {
  const rules = join(root, "deploy/alerts.yml");
  assert.match(said("promtool", "check", "rules", rules), /SUCCESS/);
  const scrapes = await readFile(join(root, "deploy/prometheus.yml"), "utf8");
  await writeFile(join(folder, "metrics_key"), "key");
  await writeFile(join(folder, "alerts.yml"), await readFile(rules, "utf8"));
  const configuration = join(folder, "prometheus.yml");
  await writeFile(configuration, scrapes.replaceAll("/run/secrets", folder));
  assert.match(said("promtool", "check", "config", configuration), /SUCCESS.*valid/);
  const series = (name: string, values: string) => ({ series: name, values });
  const fires = (alertname: string, labels: object, summary: string) => ({
    alertname,
    eval_time: "8m",
    exp_alerts: [{ exp_labels: labels, exp_annotations: { summary } }],
  });
  const calls = (organization: string, outcome: string) =>
    `emberline_tool_calls_total{organization="${organization}",outcome="${outcome}"}`;
  const tests = {
    rule_files: [rules],
    evaluation_interval: "15s",
    tests: [
      {
        interval: "15s",
        input_series: [
          series(`up{job="emberline",instance="server-1:3000"}`, "0x40"),
          series(calls("acme", "ok"), "0+10x40"),
          series(calls("acme", "service_authentication"), "0+1x40"),
          series(calls("globex", "ok"), "0+10x40"),
          series(calls("globex", "invalid_input"), "0+9x40"),
          series(`emberline_feed_failures_total{feed="never"}`, "1x40"),
          series(`emberline_feed_failures_total{feed="old"}`, "1x40"),
          series(`emberline_feed_age_seconds{feed="old"}`, "11000+60x40"),
          series(`emberline_feed_failures_total{feed="new"}`, "1x40"),
          series(`emberline_feed_age_seconds{feed="new"}`, "60x40"),
        ],
        alert_rule_test: [
          fires(
            "EmberlineAway",
            { severity: "page", job: "emberline", instance: "server-1:3000" },
            "server-1:3000 does not answer",
          ),
          fires(
            "EmberlineCallsFail",
            { severity: "page", organization: "acme" },
            "More than 5 % of the calls of acme fail",
          ),
          {
            alertname: "EmberlineFeedOld",
            eval_time: "8m",
            exp_alerts: ["never", "old"].map((feed) => ({
              exp_labels: { severity: "ticket", feed },
              exp_annotations: { summary: `The feed ${feed} was not read for 3 h, or never` },
            })),
          },
        ],
      },
    ],
  };
  const path = join(folder, "tests.yml");
  // JSON is YAML.
  await writeFile(path, JSON.stringify(tests));
  assert.match(said("promtool", "test", "rules", path), /SUCCESS/);
});
