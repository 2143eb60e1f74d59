// When the page itself breaks: what cannot be loaded, and what crashes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser } from "./harness/player.mjs";
import { startRelay } from "./harness/relay.mjs";

let relay, browser;

before(async () => {
  relay = await startRelay();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await relay?.stop();
});

test("what cannot be loaded says so, and a press tries again", async () => {
  const ann = await browser.player("Ann");
  await ann.page.route("**/*.wasm", (route) => route.abort());
  await ann.page.goto(relay.url);
  const retry = ann.page.locator("#loading-retry");
  await retry.waitFor();
  assert.match(await ann.page.locator("#loading-text").innerText(), /could not be loaded/);
  await ann.page.unroute("**/*.wasm");
  await retry.click();
  await ann.ready();
  await ann.close();
});

test("a crash is told in a box, and a press leads back into the room", async () => {
  const ann = await browser.player("Ann");
  const code = await ann.createRoom(relay.url);
  // What the program's panic hook says to the page.
  await ann.page.evaluate(() =>
    window.dispatchEvent(new CustomEvent("partyline-crash", { detail: "panicked at the wheel" })),
  );
  await ann.page.locator("#crash").waitFor();
  assert.match(await ann.page.locator("#crash-report").inputValue(), /panicked at the wheel/);
  await ann.page.locator("#crash-reload").click();
  await ann.ready();
  await ann.inRoom();
  assert.equal(await ann.code(), code);
  await ann.close();
});
