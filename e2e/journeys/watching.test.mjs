// Whoever does not play: shown how it is played, following others, flying over the game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./harness/accessible.mjs";
import { setting } from "./harness/setting.mjs";

const at = setting();

test("a newcomer is shown how a game is played before the first one, and once", async () => {
  const ann = await at.browser.player("Ann", { newcomer: true });
  await ann.open(at.relay.url);
  await ann.see("practice").click();
  await ann.see("how-to").waitFor();
  // The picture is the game's own: more than one colour.
  const colours = () => ann.see("how-to").locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  while ((await colours()) < 20) await ann.page.waitForTimeout(50);
  await accessible(ann, "how to play");
  await ann.see("close").click();
  await ann.playing();
  await ann.see("menu").click();
  await ann.see("restart").click();
  await ann.until("the second race runs", (state) => state.frame > 0);
  assert.equal(await ann.see("how-to").count(), 0);
  // Whoever asks is shown it again, from the menu.
  await ann.see("menu").click();
  await ann.see("help").click();
  await ann.see("how-to").waitFor();
  await ann.close();
});

test("a spectator follows one after the other by keys and buttons, and flies", async () => {
  const [ann, cleo] = [await at.browser.player("Ann"), await at.browser.player("Cleo")];
  const code = await ann.createRoom(at.relay.url);
  await cleo.open(`${at.relay.url}?room=${code}`);
  await cleo.nameYourself();
  await cleo.see("watch").check();
  await cleo.see("join-invited").click();
  await cleo.inRoom();
  await ann.start();
  await cleo.see("watch-bar").waitFor({ timeout: 20_000 });
  const watched = () => cleo.see("watch-name").textContent();
  const turned = async (from) => {
    while ((await watched()) === from) await cleo.page.waitForTimeout(20);
  };

  await cleo.see("watch-next").click();
  const first = await watched();
  await cleo.page.keyboard.press("ArrowRight");
  await turned(first);
  const second = await watched();
  await cleo.see("watch-previous").click();
  await turned(second);
  assert.equal(await watched(), first);

  await cleo.page.keyboard.press("Space");
  await cleo.see("watch-glass").waitFor();
  await cleo.page.mouse.move(480, 300);
  await cleo.page.mouse.down();
  await cleo.page.mouse.move(300, 200, { steps: 4 });
  await cleo.page.mouse.up();
  await cleo.see("watch-near").click();
  await cleo.page.keyboard.press("Space");
  await cleo.see("watch-name").waitFor();
  assert.deepEqual(cleo.faults, []);
});
