// Rollback on a bad line: nobody waits, people come and go, and it is one race after all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { hide, show } from "./harness/hidden.mjs";
import { setting } from "./harness/setting.mjs";
import { atTheWheel } from "./harness/wheel.mjs";

/** How long the tab is hidden. */
const HIDDEN_MS = 20_000;

let ann, ben, cleo, code;

const at = setting({
  async begin({ relay, browser }) {
    [ann, ben, cleo] = await Promise.all(["Ann", "Ben", "Cleo"].map((name) => browser.player(name)));
    code = await ann.createRoom(relay.url);
    await ann.choose({ laps: 3 });
    await ann.netcode("Rollback");
    await ben.followLink(relay.url, code);
  },
});

test("the host's pick is everybody's to read, in words", async () => {
  await ben.see("rules").getByText("Rollback").waitFor();
  await ben.see("rules").getByText("answer at once").waitFor();
});

test("at 150 ms and 5 % loss each way, one hides for 20 s and one reloads; both are back", async () => {
  for (const player of [ann, ben]) {
    await player.page.locator("[data-screen]").click();
    await player.farAway();
  }
  await ben.getReady();
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
  const [mine, theirs] = [await atTheWheel(ann), await atTheWheel(ben)];

  const before = await ann.until("it is under way", ({ frame }) => frame > 300, 30_000);
  const begin = performance.now();
  await hide(ben.page);
  await ann.until("the AI has Ben's car", ({ ai }) => ai.includes(theirs), 10_000);
  while (performance.now() - begin < HIDDEN_MS) await ann.page.waitForTimeout(500);
  const { frame } = await ann.state();
  const rate = ((frame - before.frame) / (performance.now() - begin)) * 1000;
  await show(ben.page);
  await atTheWheel(ben, theirs);
  console.log(`one tab hidden: the other went on at ${rate.toFixed(0)} frames a second`);

  await ann.reload();
  await atTheWheel(ann, mine);
  await ann.farAway();
});

test("a third comes late, watches, and takes a bot's car over", async () => {
  await cleo.open(`${at.relay.url}?room=${code}`);
  await cleo.nameYourself();
  await cleo.see("join-invited").click();
  await cleo.see("take-seat").first().waitFor({ timeout: 20_000 });
  await cleo.picture("late");
  const begin = performance.now();
  await cleo.page.keyboard.press("KeyT");
  const seat = await atTheWheel(cleo);
  console.log(`late comer: at the wheel in ${(performance.now() - begin).toFixed(0)} ms`);
  await ann.until("Cleo has the car", ({ ai }) => !ai.includes(seat));
});

test("all three drive home, in one order and in one state", async () => {
  await Promise.all([ann, ben, cleo].map((player) => drive(player)));
  const orders = await Promise.all([ann, ben, cleo].map((player) => player.order()));
  assert.deepEqual(orders[1], orders[0]);
  assert.deepEqual(orders[2], orders[0]);
  const [a, b, c] = await Promise.all([ann, ben, cleo].map((player) => player.state()));
  const shared = [agree(a.checkpoints, b.checkpoints), agree(a.checkpoints, c.checkpoints)];
  assert.ok(Math.min(...shared) >= 10, `only ${shared} checkpoints in common`);
  console.log(`rollback: ${shared} checkpoints agree`);
  for (const player of [ann, ben, cleo]) assert.deepEqual(player.faults, []);
});
