// When the page itself breaks: what cannot be loaded, and what crashes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setting } from "./harness/setting.mjs";


const at = setting();

test("what cannot be loaded says so, and a press tries again", async () => {
  const ann = await at.browser.player("Ann");
  await ann.page.route("**/*.wasm", (route) => route.abort());
  await ann.page.goto(at.relay.url);
  const retry = ann.page.locator("#loading-retry");
  await retry.waitFor();
  assert.match(await ann.page.locator("#loading-text").innerText(), /could not be loaded/);
  await ann.page.unroute("**/*.wasm");
  await retry.click();
  await ann.ready();
  await ann.close();
});

test("a crash is told in a box, and a press leads back into the room", async () => {
  const ann = await at.browser.player("Ann");
  const code = await ann.createRoom(at.relay.url);
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
