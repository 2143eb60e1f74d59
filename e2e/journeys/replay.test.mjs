// A race is saved, and watched again without any relay.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accessible } from "./harness/accessible.mjs";
import { drive } from "./harness/drive.mjs";
import { setting } from "./harness/setting.mjs";
import { until } from "./harness/wait.mjs";

let ann, file;

const at = setting({
  async begin({ relay, browser }) {
    ann = await browser.player("Ann");
    await ann.open(relay.url);
    await ann.nameYourself();
    await ann.choose({ laps: 1 });
  },
});

test("the results offer the race as a file", async () => {
  await ann.see("practice").click();
  await ann.playing();
  await drive(ann);
  const download = ann.page.waitForEvent("download");
  await ann.see("save-replay").click();
  file = await (await download).path();
  const bytes = readFileSync(file);
  assert.equal(bytes.subarray(0, 4).toString(), "PLRP");
  console.log(`a race of one lap: ${bytes.length} bytes`);
  await ann.see("home").click();
});

test("a file of another version is refused with a sentence", async () => {
  const bytes = Buffer.from(readFileSync(file));
  bytes[4] += 1;
  await pick({ name: "later.plrp", mimeType: "application/octet-stream", buffer: bytes });
  await ann.see("trouble").getByText(/another version/i).waitFor();
  await pick({ name: "song.plrp", mimeType: "application/octet-stream", buffer: Buffer.from("la la la") });
  await ann.see("trouble").getByText(/not a replay/i).waitFor();
});

test("without a relay it plays, stops, runs faster and goes anywhere", async () => {
  await at.relay.stop();
  await ann.context.setOffline(true);
  await pick(file);
  await ann.see("replay").waitFor();
  const frame = async () => Number(await ann.see("scrub").inputValue());
  const passes = (what, wanted) => until(what, async () => wanted(await frame()), 15_000);
  await passes("it runs", (now) => now > 60);
  await ann.page.keyboard.press("Space");
  await ann.see("play-pause").getByText("Play").waitFor();
  const stopped = await frame();
  await ann.page.keyboard.press("ArrowRight");
  await passes("five seconds on", (now) => now === stopped + 300);
  await ann.page.keyboard.press("ArrowLeft");
  await passes("five seconds back", (now) => now === stopped);
  await ann.see("scrub").fill("2000");
  await passes("where the thumb was put", (now) => now === 2000);
  await ann.see("follow").selectOption("3");
  await ann.until("it is seen from there", ({ wheel }) => wheel?.seat === 3);
  await ann.page.keyboard.press("ArrowDown");
  await ann.until("and from the next", ({ wheel }) => wheel?.seat === 4);
  await album();
  await ann.see("scrub").fill("300");
  await passes("back at the start", (now) => now === 300);
  await ann.see("speed").click();
  await ann.see("play-pause").click();
  const begin = performance.now();
  await passes("eight times as fast", (now) => now > 1500);
  assert.ok(performance.now() - begin < 8_000);
  await ann.see("home").click();
  await ann.see("create").waitFor();
  assert.deepEqual(ann.faults.filter((fault) => !/ERR_INTERNET/.test(fault)), []);
});

const pick = (what) => ann.see("open-replay").setInputFiles(what);

async function album() {
  for (const [width, height] of [[1366, 768], [360, 640], [844, 390]]) {
    await ann.page.setViewportSize({ width, height });
    await ann.page.waitForTimeout(100);
    await ann.picture(`replay-${width}x${height}`);
  }
  await accessible(ann, "replay");
  await ann.page.setViewportSize({ width: 960, height: 600 });
}
