// What the page says and does beside the race: refusals, keys, chat, other people's ways to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startRacer, startStranger } from "./harness/racer.mjs";
import { setting } from "./harness/setting.mjs";

/** An address of a home network, which a browser does not trust as it trusts its own machine. */
const LAN = "192.168.7.7";

const at = setting({
  options: ["--max-connections-per-address", "64"],
  flags: [`--host-resolver-rules=MAP ${LAN} 127.0.0.1`],
});

test("a wrong code, a locked room and a full room each say what to do", async () => {
  const ben = await at.browser.player("Ben");
  await ben.open(`${at.relay.url}?room=ZZZZZZ`);
  await ben.nameYourself();
  await ben.see("join-invited").click();
  await says(ben, /no room|code/i);

  const ann = await at.browser.player("Ann");
  const code = await ann.createRoom(at.relay.url);
  await ann.see("lock").click();
  await ann.page.locator("[data-testid=lock][aria-pressed=true]").waitFor();
  await ben.open(`${at.relay.url}?room=${code}`);
  await says(ben, /locked/i);

  await ann.see("lock").click();
  await ann.page.locator("[data-testid=lock][aria-pressed=false]").waitFor();
  for (let n = 2; n <= 16; n += 1) {
    at.ends.push(startRacer("ws", at.relay.port, code, `Racer ${n}`));
  }
  await ann.see("member").nth(15).waitFor();
  await ben.open(`${at.relay.url}?room=${code}`);
  await says(ben, /full/i);
  await Promise.all([ann.close(), ben.close()]);
});

test("another version of the game is named, with a way out", async () => {
  const stranger = startStranger(at.relay.port);
  at.ends.push(stranger);
  const code = await stranger.room();
  const ben = await at.browser.player("Ben");
  await ben.open(`${at.relay.url}?room=${code}`);
  await ben.nameYourself();
  await ben.see("join-invited").click();
  await says(ben, /version|update/i);
  await ben.close();
});

test("what is typed into the chat does not drive", async () => {
  const ann = await at.browser.player("Ann");
  await ann.createRoom(at.relay.url);
  await ann.start();
  await ann.playing();
  await ann.page.keyboard.down("KeyW");
  await ann.until("the throttle is down", (state) => state.pad === 1);
  await ann.page.keyboard.up("KeyW");
  await ann.until("the throttle is up", (state) => state.pad === 0);
  const pads = watchPads(ann);
  await ann.page.keyboard.press("Enter");
  await ann.see("say").waitFor();
  await ann.page.keyboard.type("wasd WASD and all the rest, quickly", { delay: 15 });
  assert.equal(await ann.see("say").inputValue(), "wasd WASD and all the rest, quickly");
  assert.deepEqual(await pads.stop(), [0]);
  await ann.page.keyboard.press("Enter");
  await ann.page.keyboard.down("KeyW");
  await ann.until("the keys drive again", (state) => state.pad === 1);
  await ann.page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await ann.until("a lost focus lets go of every key", (state) => state.pad === 0);
  await ann.page.keyboard.up("KeyW");
  await ann.close();
});

test("a line that came too fast is in the field again", async () => {
  const ann = await at.browser.player("Ann");
  await ann.createRoom(at.relay.url);
  const [say, lines] = [ann.see("say"), ann.see("chat-lines")];
  for (let n = 1; (await ann.see("refusal").count()) === 0 && n < 20; n += 1) {
    await say.fill(`line ${n}`);
    await say.press("Enter");
    const heard = lines.getByText(new RegExp(`line ${n}$`));
    await heard.or(ann.see("refusal")).first().waitFor();
  }
  await says(ann, /again in/i);
  const refused = await say.inputValue();
  assert.match(refused, /^line \d+$/);
  assert.equal(await lines.getByText(new RegExp(`${refused}$`)).count(), 0);
  await ann.close();
});

test("who only watches takes no seat", async () => {
  const [ann, ben] = [await at.browser.player("Ann"), await at.browser.player("Ben")];
  const code = await ann.createRoom(at.relay.url);
  await ben.open(`${at.relay.url}?room=${code}`);
  await ben.nameYourself();
  await ben.see("watch").check();
  await ben.see("join-invited").click();
  await ben.inRoom();
  await ann.page.getByText("Players (1 of 8)").waitFor();
  await ann.see("member").nth(1).waitFor();
  assert.deepEqual([ann.faults, ben.faults], [[], []]);
  await Promise.all([ann.close(), ben.close()]);
});

test("with the keyboard alone: name, room, ready, start", async () => {
  const [ann, ben] = [await at.browser.player("Ann"), await at.browser.player("Ben")];
  await ann.open(at.relay.url);
  await tabTo(ann, "name");
  await ann.page.keyboard.type("Ann");
  await tabTo(ann, "create");
  await ann.page.keyboard.press("Enter");
  const code = await ann.code();

  await ben.open(at.relay.url);
  await tabTo(ben, "name");
  await ben.page.keyboard.type("Ben");
  await tabTo(ben, "code");
  await ben.page.keyboard.type(code.toLowerCase());
  await ben.inRoom();
  await tabTo(ben, "ready");
  await ben.page.keyboard.press("Space");
  await ann.page.locator("[data-testid=start][aria-disabled=false]").waitFor();
  await tabTo(ann, "start");
  await ann.page.keyboard.press("Enter");
  for (const player of [ann, ben]) await player.playing();
  await Promise.all([ann.close(), ben.close()]);
});

test("on a home network's plain address nothing claims to be copied", async () => {
  const ann = await at.browser.player("Ann");
  const code = await ann.createRoom(`http://${LAN}:${at.relay.port}/`);
  assert.equal(await ann.page.evaluate(() => window.isSecureContext), false);
  await ann.see("copy").click();
  await ann.see("link").waitFor();
  const link = await ann.see("link").inputValue();
  assert.equal(link, `http://${LAN}:${at.relay.port}/?room=${code}`);
  assert.equal(await ann.page.getByText("Copied").count(), 0);
  const selected = await ann.page.evaluate(() => String(document.getSelection()));
  const field = await ann.page.evaluate(() => {
    const { selectionStart, selectionEnd } = document.activeElement;
    return [selectionStart, selectionEnd];
  });
  assert.ok(selected === link || field[1] - field[0] === link.length, "the link is selected");
  await ann.start();
  await ann.playing();
  assert.deepEqual(ann.faults, []);
  await ann.close();
});

/** The refusal on the page, wherever the page shows it. */
async function says(player, words) {
  const shown = player.page.locator("[data-testid=closed],[data-testid=refusal],[data-testid=trouble]");
  await shown.first().waitFor();
  const text = await shown.first().innerText();
  assert.match(text, words);
  assert.ok((await shown.first().locator("button,a").count()) > 0, `no next step in: ${text}`);
}

async function tabTo(player, testId) {
  const there = () =>
    player.page.evaluate((id) => document.activeElement?.dataset?.testid === id, testId);
  for (let press = 0; press < 60; press += 1) {
    if (await there()) return;
    await player.page.keyboard.press("Tab");
  }
  throw new Error(`${player.name}: no way by Tab to ${testId}`);
}

/** Every different pad word from now on. */
function watchPads({ page }) {
  const watching = page.evaluate(
    () =>
      new Promise((done) => {
        const seen = new Set();
        const timer = setInterval(() => seen.add(window.__partyline.pad), 4);
        window.__pads = () => (clearInterval(timer), done([...seen]));
      }),
  );
  return { stop: async () => (await page.evaluate(() => window.__pads()), watching) };
}
