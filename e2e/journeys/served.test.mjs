// One machine decides: the host's page or a program, and two browsers at 80 ms and 2 % loss.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { drive } from "./harness/drive.mjs";
import { startServedRoom } from "./harness/racer.mjs";
import { setting } from "./harness/setting.mjs";
import { atTheWheel } from "./harness/wheel.mjs";

const DESKTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, hasTouch: true };
/** Half of 80 ms each way, and what is lost on it. */
const LINE = { Latency: 40, Loss: 2 };
/** No correction may move the own car further in one picture, in metres. */
const SEEN_M = 0.1;

const at = setting();

async function two(laps) {
  const [ann, ben] = [await at.browser.player("Ann", DESKTOP), await at.browser.player("Ben", PHONE)];
  const code = await ann.createRoom(at.relay.url);
  await ann.choose({ laps });
  await ann.netcode("Server");
  await ben.followLink(at.relay.url, code);
  await ben.getReady();
  for (const player of [ann, ben]) await badLine(player);
  return [ann, ben];
}

async function badLine(player) {
  await player.page.locator("[data-screen]").click({ position: { x: 2, y: 2 } });
  await player.panel();
  await player.line(LINE);
  await player.see("net-close").click();
}

/** Opens the panel and drives home; answers with what the panel said last. */
async function driveWithPanel(player) {
  await player.panel();
  const names = ["Round trip", "States", "Corrections", "Largest visible jump", "Guessed wrong", "Sent", "Received"];
  let last = null;
  const home = new AbortController();
  const watch = (async () => {
    while (!home.signal.aborted) {
      const now = await player.numbers(names).catch(() => null);
      if (now?.States) last = now;
      await player.page.waitForTimeout(700);
    }
  })();
  await drive(player);
  home.abort();
  await watch;
  return last;
}

async function sameRace(players, atLeast) {
  const orders = await Promise.all(players.map((player) => player.order()));
  const states = await Promise.all(players.map((player) => player.state()));
  for (const order of orders.slice(1)) assert.deepEqual(order, orders[0]);
  for (const state of states.slice(1)) {
    const shared = agree(states[0].checkpoints, state.checkpoints);
    assert.ok(shared >= atLeast, `only ${shared} states in common`);
    console.log(`${shared} states seen by both, 0 mismatches`);
  }
  for (const player of players) assert.deepEqual(player.faults, []);
}

test("two race on the host's page; both were told one race, and no correction is seen", async () => {
  const [ann, ben] = await two(1);
  await ben.see("rules").getByText("One machine decides").waitFor();
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
  const home = Promise.all([driveWithPanel(ann), driveWithPanel(ben)]);
  await ann.until("it is under way", ({ frame }) => frame > 260, 60_000);
  await ann.picture("served-desktop");
  await ben.picture("served-phone");
  for (const [index, numbers] of (await home).entries()) {
    console.log(["host", "guest"][index], JSON.stringify(numbers));
    assert.ok(parseFloat(numbers["Largest visible jump"]) <= SEEN_M, JSON.stringify(numbers));
  }
  await sameRace([ann, ben], 30);
  await ben.picture("served-results-phone");
  for (const player of [ann, ben]) await player.close();
});

test("the host's page closes in the race; the other goes on within 5 s and comes home", async () => {
  const [ann, ben] = await two(1);
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
  const driving = new AbortController();
  const driven = drive(ben, { signal: driving.signal });
  const before = await ben.until("it is under way", ({ frame }) => frame > 300, 60_000);
  const begin = performance.now();
  await ann.close();
  await ben.until("another machine decides", ({ frame }) => frame > before.frame + 140, 10_000);
  const took = performance.now() - begin;
  console.log(`the host is gone: it goes on after ${took.toFixed(0)} ms`);
  assert.ok(took < 5_000, `${took} ms`);
  await ben.picture("served-followed");
  await atTheWheel(ben);
  await driven;
  assert.ok((await ben.order()).length >= 2);
  assert.deepEqual(ben.faults, []);
  await ben.close();
});

test("two race in the room of a program that decides; a third comes late and takes a car", async () => {
  const server = startServedRoom(at.relay.port, ["--laps", "1", "--max-players", "4", "--min-players", "2"]);
  at.ends.push(server);
  const code = await server.room();
  const [ann, ben, cleo] = [
    await at.browser.player("Ann", DESKTOP),
    await at.browser.player("Ben", PHONE),
    await at.browser.player("Cleo"),
  ];
  await ann.followLink(at.relay.url, code);
  await ann.picture("served-room");
  await ben.followLink(at.relay.url, code);
  for (const player of [ann, ben]) await badLine(player);
  await ann.getReady();
  await ben.see("ready").click(); // the last one: the race begins
  for (const player of [ann, ben]) await player.playing();
  const home = Promise.all([driveWithPanel(ann), driveWithPanel(ben)]);
  await cleo.open(`${at.relay.url}?room=${code}`);
  await cleo.nameYourself();
  await cleo.see("join-invited").click();
  await cleo.see("take-seat").first().waitFor({ timeout: 20_000 });
  await cleo.page.keyboard.press("KeyT");
  await atTheWheel(cleo);
  await drive(cleo);
  for (const numbers of await home) {
    console.log(JSON.stringify(numbers));
    assert.ok(parseFloat(numbers["Largest visible jump"]) <= SEEN_M, JSON.stringify(numbers));
  }
  await sameRace([ann, ben, cleo], 20);
  const states = await Promise.all([ann, ben, cleo].map((player) => player.state()));
  await server.quit();
  for (const { checkpoints } of states) {
    const kept = Object.keys(checkpoints).length;
    const shared = agree(checkpoints, server.checkpoints);
    assert.equal(shared, kept, `the program knows ${shared} of the ${kept} states of a page`);
    console.log(`${kept} states of a page, each as the program had it`);
  }
});
