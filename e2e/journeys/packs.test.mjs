// Content of one's own: loaded from a file, played by friends who lack it, and worked on.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible } from "./harness/accessible.mjs";
import { agree } from "./harness/agree.mjs";
import { program, ROOT } from "./harness/relay.mjs";
import { setting } from "./harness/setting.mjs";
import { until } from "./harness/wait.mjs";

const TRACK = readFileSync(`${ROOT}shared/games/assets/tracks/heron_lake.track`, "utf8");
const HOLE = readFileSync(`${ROOT}shared/games/assets/holes/01-first-light.hole`, "utf8");
const renamed = (text, name) => text.replace(/^name .*$/m, `name ${name}`);

let ann, ben, code;

const at = setting({
  async begin({ browser }) {
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
  },
});

/** Ann's pack: one track and one hole of her own; the rest is Partyline's. */
function corner(track = renamed(TRACK, "Duck Pond")) {
  const files = { "holes/a.hole": renamed(HOLE, "The Doorstep"), "tracks/a.track": track };
  const parts = Object.entries(files).map(([name, text]) => `=== ${name}\n${text.trimEnd()}\n`);
  return `partyline-pack 1\nname Ann's corner\n${parts.join("")}`;
}

async function pick(player, text, name = "corner.partypack") {
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
  await player.see("open-pack").setInputFiles(file);
}

const options = (player, field) => player.see(field).locator("option").allTextContents();

test("a pack with a fault is told with file, line and cure, and changes nothing", async () => {
  await ann.open(at.relay.url);
  await ann.nameYourself();
  await ann.see("pack").locator("summary").click();
  await pick(ann, corner(renamed(TRACK, "Duck Pond").replace(/^gate /m, "gait ")));
  const faults = ann.see("pack-faults");
  await faults.getByText(/tracks\/a\.track, line \d+/).waitFor();
  assert.equal(await ann.see("pack-name").count(), 0);
  await pick(ann, "la la la", "song.txt");
  await faults.getByText(/no pack/).waitFor();
  await accessible(ann, "a pack with faults");
  await ann.picture("pack-faults");
});

test("a good one is played, and kept as long as the tab lives", async () => {
  await pick(ann, corner());
  await ann.see("pack-name").getByText("Ann's corner").waitFor();
  assert.deepEqual(await options(ann, "track"), ["Duck Pond"]);
  await ann.reload();
  await ann.see("pack-name").getByText("Ann's corner").waitFor();
  await ann.picture("pack");
});

test("a friend without it is told, gets it from the room, and plays on it", async () => {
  await ann.nameYourself();
  await ann.see("create").click();
  code = await ann.code();
  await ben.open(`${at.relay.url}?room=${code}`);
  await ben.nameYourself();
  await ben.see("join-invited").click();
  const closed = ben.see("closed");
  await closed.getByText(/Ann's corner.*built-in/).waitFor();
  await ben.picture("pack-offer");
  await closed.getByRole("button", { name: "Get it from the room" }).click();
  await ben.inRoom();
  assert.ok((await ben.page.getByText("Duck Pond").count()) > 0, "Ben sees what is played on");
  await ben.getReady();
  await ann.start();
  for (const player of [ann, ben]) await player.until("they race", (state) => state.frame > 300, 30_000);
  const [a, b] = [await ann.state(), await ben.state()];
  assert.ok(agree(a.checkpoints, b.checkpoints) >= 5);
});

test("a reload brings the pack back, and after the room it is gone unless it is kept", async () => {
  await ben.reload();
  await ben.playing();
  await ben.page.keyboard.press("Escape");
  await ben.see("leave").click();
  await ben.see("leave-sure").click();
  await ben.see("pack").waitFor();
  assert.equal(await ben.see("pack-name").count(), 0);
  await ben.see("pack-keep").click();
  await ben.see("pack-name").getByText("Ann's corner").waitFor();
  await ben.see("pack-back").click();
  assert.ok((await options(ben, "track")).length > 1);
});

test("a folder that is worked on is played as it is saved, and its faults are shown", async () => {
  const folder = mkdtempSync(join(tmpdir(), "partyline-pack-"));
  const file = join(folder, "pond.track");
  writeFileSync(file, renamed(TRACK, "First Draft"));
  const serve = spawn(program("partyline-peer"), ["pack", "serve", folder, "--port", "0"]);
  at.ends.push({ stop: () => serve.kill() });
  let said = "";
  serve.stdout.on("data", (bytes) => (said += bytes));
  const [, address] = await until("its address", () => said.match(/\?pack=(\S+)/), 10_000);
  const eve = await at.browser.player("Eve");
  await eve.open(`${at.relay.url}?pack=${address}`);
  const track = (name) =>
    until(`the track ${name}`, async () => (await options(eve, "track"))[0] === name, 10_000);
  await track("First Draft");
  writeFileSync(file, renamed(TRACK, "Second Draft"));
  await track("Second Draft");

  await eve.see("practice").click();
  await eve.until("she drives", (state) => state.frame > 240, 20_000);
  writeFileSync(file, renamed(TRACK, "Third Draft").replace(/^gate /m, "gait "));
  await eve.see("pack-faults").getByText(/pond\.track, line \d+/).waitFor();
  await eve.picture("pack-live-faults");
  const before = (await eve.state()).frame;
  writeFileSync(file, renamed(TRACK, "Fourth Draft"));
  await eve.until("it begins again", (state) => state.frame < before, 10_000);
  assert.equal(await eve.see("pack-faults").count(), 0);
  const check = spawnSync(program("partyline-peer"), ["pack", "check", folder]);
  assert.equal(check.status, 0, String(check.stderr));
  assert.deepEqual(eve.faults, []);
});
