// Two friends, one room, three races.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { isListening } from "./harness/relay.mjs";
import { setting } from "./harness/setting.mjs";

let ann, ben, code;

const at = setting({
  async begin({ browser }) {
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
  },
});

test("a link brings a friend into the room, and they talk", async () => {
  code = await ann.createRoom(at.relay.url);
  assert.match(code, /^[2-9A-HJ-NP-Z]{6}$/);
  await ann.choose({ laps: 1 });
  await ben.followLink(at.relay.url, code);
  assert.ok(!ben.page.url().includes(code), "the address keeps no invitation");
  for (const [here, other] of [[ann, "Ben"], [ben, "Ann"]]) await here.member(other).waitFor();

  await ann.say("hello Ben");
  await ben.hears("hello Ben");
  await ben.say("hi! <b>ready?</b>");
  await ann.hears("hi! <b>ready?</b>");
  await ben.see("emote-1").click();
  await ann.see("chat-lines").locator(".emote").first().waitFor();
  await ann.picture("room");
});

test("they race to the end; one reloads on the way; both see one order", async () => {
  await startRace();
  const home = Promise.all([drive(ann), reloadOnTheWay(ben)]);
  await home;
  const [ours, theirs] = [await ann.order(), await ben.order()];
  assert.deepEqual(ours, theirs);
  assert.equal(ours.length, 8, "eight cars, six of them the AI's");
  await ann.picture("results");

  const [a, b] = [await ann.state(), await ben.state()];
  const shared = agree(a.checkpoints, b.checkpoints);
  assert.ok(shared >= 10, `only ${shared} checkpoints in common`);
  console.log(`race 1: ${shared} checkpoints agree`);
});

test("in a second race one leaves, and the AI drives on", async () => {
  await backToRoom(ann, ben);
  await startRace();
  const racing = drive(ann);
  await ben.until("it is under way", (state) => state.frame > 600, 30_000);
  const seat = (await ben.state()).wheel.seat;
  await ben.page.goto("about:blank");
  await ann.until("the AI has Ben's car", (state) => state.ai.includes(seat), 10_000);
  await racing;
  const row = (await ann.order()).find((row) => row.seat === String(seat));
  assert.match(row.time, /\d/, "the car that was left came home");
});

test("a third race in the same room", async () => {
  await backToRoom(ann);
  await ben.open(`${at.relay.url}?room=${code}`);
  await ben.inRoom();
  await startRace();
  await Promise.all([drive(ann), drive(ben)]);
  assert.deepEqual(await ann.order(), await ben.order());
  const [a, b] = [await ann.state(), await ben.state()];
  console.log(`race 3: ${agree(a.checkpoints, b.checkpoints)} checkpoints agree`);
  await backToRoom(ann, ben);
  assert.equal(await ann.code(), code);
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});

test("a stopped relay tells its players, ends well and leaves nothing listening", async () => {
  assert.equal(await at.relay.stop(), 0);
  assert.equal(await isListening(at.relay.port), false);
  await ann.see("closed").waitFor();
});

async function startRace() {
  await ben.getReady();
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
}

async function backToRoom(...players) {
  for (const player of players) {
    await player.see("back-to-room").click();
    await player.inRoom();
  }
}

/** Drives, reloads once in the middle, and drives on; measures the way back. */
async function reloadOnTheWay(player) {
  const stop = new AbortController();
  const first = drive(player, { signal: stop.signal });
  await player.until("it is under way", (state) => state.frame > 600, 30_000);
  const { seat } = (await player.state()).wheel;
  stop.abort();
  await first;
  const begin = performance.now();
  await player.reload();
  await player.until("it drives again", (state) => state.wheel && !state.ai.includes(seat), 10_000);
  const took = performance.now() - begin;
  console.log(`reload to own wheel: ${took.toFixed(0)} ms`);
  assert.ok(took < 3_000, `${took.toFixed(0)} ms are more than three seconds`);
  assert.equal((await player.state()).wheel.seat, seat, "the same seat");
  await ann.picture("play");
  await drive(player);
}
