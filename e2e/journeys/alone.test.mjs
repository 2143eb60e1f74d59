// Practice without any relay, and what a frame costs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "./harness/drive.mjs";
import { setting } from "./harness/setting.mjs";


const at = setting();

test("from a warm relay the page can be used in under two seconds", async () => {
  await (await at.browser.player("Warm")).open(at.relay.url);
  const ann = await at.browser.player("Ann");
  const begin = performance.now();
  await ann.page.goto(at.relay.url);
  await ann.see("create").click({ trial: true });
  const took = performance.now() - begin;
  console.log(`first interactive: ${took.toFixed(0)} ms`);
  assert.ok(took < 2_000);
});

test("with the network off one can practise to the end, and a frame is cheap", async () => {
  const ann = await at.browser.player("Ann", { viewport: { width: 1366, height: 768 } });
  await ann.open(at.relay.url);
  await ann.choose({ laps: 1 });
  await ann.context.setOffline(true);
  await at.relay.stop();
  await ann.see("practice").click();
  await ann.playing();
  const measured = measure(ann);
  await drive(ann);
  const { stepMs, drawMs, fps } = await measured;
  const order = await ann.order();
  assert.equal(order.length, 8);
  console.log(
    `eight cars: session and simulation ${stepMs.toFixed(2)} ms, drawing ${drawMs.toFixed(2)} ms, ${fps.toFixed(0)} fps`,
  );
  assert.ok(stepMs < 1, `${stepMs} ms for session and simulation`);
  assert.ok(drawMs < 4, `${drawMs} ms for drawing`);
  await ann.see("again").click();
  await ann.playing();
  // Whoever came home before the others watched them; that is over.
  assert.equal(await ann.see("watch-bar").count(), 0);
  assert.deepEqual(ann.faults, []);
});

/** The page's own running averages, in the middle of the race. */
async function measure(player) {
  await player.until("it is under way", (state) => state.frame > 1200, 60_000);
  return player.state();
}
