// A browser, a WebSocket client and a raw TCP client in one race.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { openBrowser } from "./harness/player.mjs";
import { startRacer } from "./harness/racer.mjs";
import { startRelay } from "./harness/relay.mjs";

let relay, browser;
const racers = [];

before(async () => {
  relay = await startRelay();
  browser = await openBrowser();
});

after(async () => {
  racers.forEach((racer) => racer.stop());
  await browser?.close();
  await relay?.stop();
});

test("three kinds of clients compute one race", async () => {
  const host = startRacer("tcp", relay.port, "new:3", "Tom");
  racers.push(host);
  const code = await host.room();
  const guest = startRacer("ws", relay.port, code, "Wes");
  racers.push(guest);
  const ann = await browser.player("Ann");
  await ann.followLink(relay.url, code);
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
