// What goes wrong between friends: a lost connection, a hidden tab.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { hide, show } from "./harness/hidden.mjs";
import { startProxy } from "./harness/proxy.mjs";
import { setting } from "./harness/setting.mjs";

let proxy, ann, ben;

const at = setting({
  async begin({ relay, browser, ends }) {
    proxy = await startProxy(relay.port);
    ends.push(proxy);
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
    const code = await ann.createRoom(relay.url);
    await ann.choose({ laps: 3 });
    await ben.followLink(proxy.url, code);
    await ben.getReady();
    await ann.start();
    for (const player of [ann, ben]) await player.playing();
    await ben.until("it is under way", (state) => state.frame > 300, 30_000);
  },
});

test("a socket that is killed in the race comes back to the same seat", async () => {
  const { seat } = (await ben.state()).wheel;
  const gap = watchFrames(ann);
  proxy.refuse(true);
  proxy.cut();
  await ben.see("reconnecting").waitFor();
  await ann.until("the AI has Ben's car", (state) => state.ai.includes(seat), 8_000);
  proxy.refuse(false);
  const begin = performance.now();
  await ben.see("reconnecting").waitFor({ state: "detached", timeout: 20_000 });
  await ben.until("it drives again", (state) => state.wheel?.seat === seat && !state.ai.includes(seat), 10_000);
  console.log(`killed socket: back at the wheel ${(performance.now() - begin).toFixed(0)} ms after the network`);
  const worst = await gap.stop();
  console.log(`killed socket: the other stood still for ${worst.toFixed(0)} ms at most`);
  assert.ok(worst < 2_000);
  await meet();
});

test("a hidden tab gives its car to the AI and takes it back; nobody waits", async () => {
  const { seat } = (await ben.state()).wheel;
  const gap = watchFrames(ann);
  await hide(ben.page);
  await ann.until("the AI has Ben's car", (state) => state.ai.includes(seat), 8_000);
  const hidden = (await ann.state()).frame;
  await ann.until("five seconds more", (state) => state.frame > hidden + 300, 15_000);
  await show(ben.page);
  await ben.until("it drives again", (state) => state.wheel?.seat === seat && !state.ai.includes(seat), 10_000);
  const worst = await gap.stop();
  console.log(`hidden tab: the other stood still for ${worst.toFixed(0)} ms at most`);
  assert.ok(worst < 2_000);
  await meet();
});

test("after all that both computed one race", async () => {
  await Promise.all([drive(ann), drive(ben)]);
  assert.deepEqual(await ann.order(), await ben.order());
  await meet();
});

/** Both have a checkpoint in common that is newer than now, and all they share are equal. */
async function meet() {
  const [a, b] = [await ann.state(), await ben.state()];
  assert.ok(agree(a.checkpoints, b.checkpoints) > 0, "no checkpoint in common");
}

/** Watches from inside the page how long its game stands still. */
function watchFrames({ page }) {
  const watching = page.evaluate(
    () =>
      new Promise((done) => {
        let worst = 0;
        let last = performance.now();
        let frame = window.__partyline.frame;
        const timer = setInterval(() => {
          const now = performance.now();
          if (window.__partyline.frame !== frame) {
            frame = window.__partyline.frame;
            last = now;
          }
          worst = Math.max(worst, now - last);
        }, 20);
        window.__watched = () => (clearInterval(timer), done(worst));
      }),
  );
  return {
    async stop() {
      await page.evaluate(() => window.__watched());
      return watching;
    },
  };
}
