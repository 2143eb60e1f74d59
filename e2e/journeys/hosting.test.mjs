// What a host can do for and to the others, and what everybody reads of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setting } from "./harness/setting.mjs";

let ann, ben;

const at = setting({
  async begin({ relay, browser }) {
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
    const code = await ann.createRoom(relay.url);
    await ben.followLink(relay.url, code);
    await ann.member("Ben").waitFor();
  },
});

test("the rules that the host chooses are everybody's to read", async () => {
  await ann.choose({ laps: 5 });
  await ben.see("rules").getByText("5 laps").waitFor();
  await ann.see("qr").waitFor();
});

test("number keys show emotes, and a prepared line is one press", async () => {
  await ann.page.locator("[data-screen]").click();
  await ann.page.keyboard.press("Digit3");
  await ben.see("chat-lines").locator(".emote").waitFor();
  await ben.page.getByRole("button", { name: "Hello!" }).click();
  await ann.hears("Hello!");
});

test("a guest is moved to the spectators and back to a seat", async () => {
  await toolsFor("Ben");
  await seatOf("Ben").selectOption("watch");
  await ben.page.getByText("You are watching").waitFor();
  await seatOf("Ben").selectOption("3");
  await ben.see("ready").waitFor();
});

test("the host's role is handed over, with all its tools", async () => {
  await ann.member("Ben").getByTestId("hand-host").click();
  await ben.see("start").waitFor();
  await ben.see("rules").locator("select").first().waitFor();
  assert.equal(await ben.see("laps").inputValue(), "5");
  assert.equal(await ann.see("lock").count(), 0);
});

test("who is kicked reads so and may come back; who is banned may not", async () => {
  await ben.member("Ann").getByTestId("member-tools").click();
  await ben.member("Ann").getByTestId("kick").click();
  await ann.see("closed").getByText("removed").first().waitFor();
  await ann.page.getByRole("button", { name: "Join again" }).click();
  await ann.inRoom();
  await ben.member("Ann").getByTestId("member-tools").click();
  await ben.member("Ann").getByTestId("ban").click();
  await ann.see("closed").getByText("for good").waitFor();
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});

const seatOf = (name) => ann.member(name).getByTestId("seat-of");

async function toolsFor(name) {
  await ann.member(name).getByTestId("member-tools").click();
  await seatOf(name).waitFor();
}
