// A browser, a WebSocket client and a raw TCP client in one race.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { startRacer } from "./harness/racer.mjs";
import { setting } from "./harness/setting.mjs";

const at = setting();

test("three kinds of clients compute one race", async () => {
  const host = startRacer("tcp", at.relay.port, "new:3", "Tom");
  at.ends.push(host);
  const code = await host.room();
  const guest = startRacer("ws", at.relay.port, code, "Wes");
  at.ends.push(guest);
  const ann = await at.browser.player("Ann");
  await ann.followLink(at.relay.url, code);
  await ann.getReady();
  await ann.playing();
  await drive(ann);
  await Promise.all([host.home(), guest.home()]);
  const order = (await ann.order()).map((row) => row.seat);
  assert.deepEqual(host.orders, [order]);
  assert.deepEqual(guest.orders, [order]);
  const { checkpoints } = await ann.state();
  const shared = [agree(checkpoints, host.checkpoints), agree(checkpoints, guest.checkpoints)];
  assert.ok(Math.min(...shared) >= 30, `only ${shared} checkpoints in common`);
  console.log(`browser and TCP share ${shared[0]} checkpoints, browser and WebSocket ${shared[1]}`);
});
