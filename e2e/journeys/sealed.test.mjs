// Sealed ticks: the relay keeps the beat, and two browsers keep it with it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { setting } from "./harness/setting.mjs";

let ann, ben;

setting({
  async begin({ relay, browser }) {
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
    const code = await ann.createRoom(relay.url);
    await ann.choose({ laps: 1 });
    await ann.netcode("Sealed");
    await ben.followLink(relay.url, code);
  },
});

test("two race under the relay's clock; both see one race", async () => {
  await ben.see("rules").getByText("Sealed").waitFor();
  await ben.getReady();
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
  await ann.panel();
  await Promise.all([drive(ann), drive(ben)]);
  assert.deepEqual(await ann.order(), await ben.order());
  const [a, b] = [await ann.state(), await ben.state()];
  const shared = agree(a.checkpoints, b.checkpoints);
  assert.ok(shared >= 10, `only ${shared} checkpoints in common`);
  console.log(`sealed: ${shared} checkpoints agree`);
  for (const player of [ann, ben]) assert.deepEqual(player.faults, []);
});
