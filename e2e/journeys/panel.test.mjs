// The net panel: one key opens it, its numbers move, and its sliders are felt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./harness/accessible.mjs";
import { drive } from "./harness/drive.mjs";
import { setting } from "./harness/setting.mjs";
import { until } from "./harness/wait.mjs";

let ann, ben;

setting({
  async begin({ relay, browser }) {
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
    const code = await ann.createRoom(relay.url);
    await ann.choose({ laps: 9 });
    await ann.netcode("Rollback");
    await ben.followLink(relay.url, code);
    await ben.getReady();
    await ann.start();
    for (const player of [ann, ben]) await player.playing();
  },
});

test("the backquote key opens it over the race, and its numbers move", async () => {
  await ann.panel();
  await ann.see("net-panel").waitFor();
  const sent = await ann.number("Sent");
  await until("bytes are counted", async () => (await ann.number("Sent")) !== sent, 10_000);
  await ann.see("net-checkpoints").getByText(/● [1-9]/).waitFor();
  await ann.page.keyboard.down("ArrowUp");
  await ann.until("the keys still drive", ({ pad }) => pad !== 0);
  await ann.page.keyboard.up("ArrowUp");
});

test("its sliders are felt, and one press takes it all back", async () => {
  const near = await ann.number("Round trip");
  for (const way of ["up", "down"]) await ann.see(`${way}-Latency`).fill("100");
  const far = await reaches((rtt) => rtt >= 200);
  console.log(`round trip: ${near} ms, and ${far} ms with two sliders at 100`);
  await ann.see("line-far").click();
  const stop = new AbortController();
  const driving = drive(ben, { signal: stop.signal });
  await until("a guess goes wrong", async () => (await ann.number("Played again")) > 0, 20_000);
  await album("panel");
  stop.abort();
  await driving;
  await ann.see("line-reset").click();
  await reaches((rtt) => rtt < 100);
});

test("it closes by its button, and a menu's button opens it where there is no such key", async () => {
  await ann.see("net-close").click();
  await ann.see("net-panel").waitFor({ state: "detached" });
  await ann.page.keyboard.press("Escape");
  await ann.see("net-open").click();
  await ann.see("net-panel").waitFor();
  assert.deepEqual(ann.faults, []);
});

const reaches = (wanted) =>
  until("the round trip follows", async () => {
    const rtt = await ann.number("Round trip");
    return wanted(rtt) ? rtt : null;
  }, 30_000);

/** Pictures for people to judge: a desk, a phone, by night, and without colour. */
async function album(name) {
  for (const [size, scheme] of [["1366x768", "light"], ["360x640", "light"], ["844x390", "light"], ["1366x768", "dark"]]) {
    const [width, height] = size.split("x").map(Number);
    await ann.page.emulateMedia({ colorScheme: scheme });
    await ann.page.setViewportSize({ width, height });
    await ann.picture(`${name}-${size}-${scheme}`);
  }
  await accessible(ann, `${name}, by night`);
  await ann.page.emulateMedia({ colorScheme: "light" });
  await accessible(ann, name);
  await ann.page.evaluate(() => (document.documentElement.style.filter = "grayscale(1)"));
  await ann.picture(`${name}-grey`);
  await ann.page.evaluate(() => (document.documentElement.style.filter = ""));
  await ann.page.setViewportSize({ width: 960, height: 600 });
}
