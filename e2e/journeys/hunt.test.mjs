// Prop hunt in two pages: to the results under every netcode, and nobody's page tells where others
// hide.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agree } from "./harness/agree.mjs";
import { prowl } from "./harness/prowl.mjs";
import { setting } from "./harness/setting.mjs";

/** Short rounds: half of the people seek, then the other half. */
const RULES = { rounds: "1", seekers: "2", hide: "10", seek: "45", skill: "Fierce" };
/** 120 ms of round trip, and three packets of a hundred lost. */
const LINE = { Latency: 60, Loss: 3 };
/** What the page says of a player who hunts, and no more. */
const KNOWN = ["disguised", "locked", "phase", "reach", "round", "seat", "seeks", "stunned", "x", "y"];
/** The phases by their numbers. */
const SEEK = 1;

let ann, ben;
/** How often somebody hid while the other's page was looked through, and how often nobody could. */
const looks = { hid: 0, sought: 0 };

setting({
  async begin({ relay, browser }) {
    [ann, ben] = [await browser.player("Ann"), await browser.player("Ben")];
    const code = await ann.createRoom(relay.url);
    await ann.pick("hunt");
    await ann.rules(RULES);
    await ben.followLink(relay.url, code);
  },
});

test("in lockstep two pages hunt to the results, and no page tells of others", async () => {
  await hunt("lockstep");
  await ann.picture("hunt-results");
});

test("in the same room by rollback, at 120 ms and 3 % loss on both lines", async () => {
  for (const player of [ann, ben]) {
    await player.see("back-to-room").click();
    await player.inRoom();
    await player.page.locator("[data-screen]").click();
    await player.panel();
    await player.line(LINE);
    await player.see("net-close").click();
  }
  await ann.netcode("Rollback");
  await hunt("rollback");
  for (const player of [ann, ben]) assert.deepEqual(player.faults, []);
});

test("in the same room, hidden: the host's machine alone knows, and both are told one end", async () => {
  for (const player of [ann, ben]) {
    await player.see("back-to-room").click();
    await player.inRoom();
  }
  await ann.netcode("Hidden");
  await hunt("hidden", () => Promise.all([ann, ben].map(cost)));
  await ben.picture("hunt-hidden");
  // Who seeks is drawn: everybody in every game would leave nothing to look at.
  console.log(`pages looked through: ${JSON.stringify(looks)}`);
  assert.ok(looks.hid > 0 || looks.sought === 6);
  for (const player of [ann, ben]) assert.deepEqual(player.faults, []);
});

/** A whole hunt; both end with one table and, where both compute it, in one state. */
async function hunt(netcode, meanwhile = () => {}) {
  await ben.getReady();
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
  await Promise.all([prowl(ann), prowl(ben), peek(ann, ben), peek(ben, ann), meanwhile()]);
  const [ours, theirs] = [await ann.order(), await ben.order()];
  assert.deepEqual(ours, theirs);
  assert.equal(ours.length, 8, "eight people, six of them the AI's");
  if (netcode === "hidden") return; // everybody has a view of their own
  const [a, b] = [await ann.state(), await ben.state()];
  const shared = agree(a.checkpoints, b.checkpoints);
  assert.ok(shared >= 5, `only ${shared} checkpoints in common`);
  console.log(`${netcode}: ${shared} checkpoints agree`);
}

/** What a picture costs in the middle of the seeking, with eight people about. */
async function cost(player) {
  await player.until("the light is on", ({ hunt }) => hunt?.phase === SEEK, 30_000);
  await player.page.waitForTimeout(8_000);
  const { stepMs, drawMs, fps } = await player.state();
  console.log(
    `${player.name}: session and simulation ${stepMs.toFixed(2)} ms, drawing ${drawMs.toFixed(2)} ms, ${fps.toFixed(0)} fps`,
  );
}

/**
 * Looks through all that `other`'s page says, once `hider` is a prop that stands still and is
 * sought: nothing in it may be the hider's place or prop.
 */
async function peek(hider, other) {
  // The seekers' light goes on when the hiders have hidden, and then there is nothing to wait for.
  const state = await hider.until("the light is on", ({ hunt }) => hunt?.phase === SEEK, 30_000);
  if (state.hunt.seeks) return void (looks.sought += 1);
  const hides = ({ hunt }) => hunt?.locked || hunt?.seeks || hunt?.phase !== SEEK;
  const { hunt } = await hider.until("it hides, or is found", hides, 60_000);
  if (!hunt.locked) return;
  const lines = await log(hider);
  const title = lines.findLast((line) => line.startsWith("You are"))?.match(/^You are (.*) now/)?.[1];
  assert.ok(title, lines.join("\n"));
  const { x, y } = hunt;
  const seen = await other.page.evaluate(() => ({
    own: window.__partyline,
    html: document.documentElement.outerHTML,
    stored: JSON.stringify({ ...localStorage, ...sessionStorage }),
    told: [...document.querySelectorAll("[data-testid=game-log] p")].map((line) => line.textContent),
  }));
  assert.deepEqual(Object.keys(seen.own.hunt).sort(), KNOWN);
  assert.ok(!numbers(seen.own).some((number) => number === x || number === y));
  // What is in reach, and what one is, is one's own affair: things have these names, too.
  const own = (line) => /^(In reach|You are)/.test(line);
  const html = seen.told.filter(own).reduce((html, line) => html.replaceAll(line, ""), seen.html);
  for (const text of [html, seen.stored]) {
    assert.ok(!text.includes(title), `${other.name}'s page says "${title}"`);
    assert.ok(!text.includes(String(x)) && !text.includes(String(y)));
  }
  looks.hid += 1;
}

function log(player) {
  return player.see("game-log").locator("p").allTextContents();
}

/** Every number in a value, however deep. */
function numbers(value) {
  if (typeof value === "number") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(numbers) : [];
}
