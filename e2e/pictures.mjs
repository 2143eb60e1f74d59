// Pictures of every screen of every game, at the sizes people have, for people to judge.
//
//   node e2e/pictures.mjs [part of a scene's name …]      `--page FOLDER` is another page than dist
//
// They go to artifacts/pictures. One relay and one browser; a scene that fails is told at the end
// and does not keep the others from being taken.

import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { openBrowser } from "./journeys/harness/player.mjs";
import { ROOT, startRelay } from "./journeys/harness/relay.mjs";
import { scenes } from "./pictures/scenes.mjs";

const SIZES = [[360, 640], [844, 390], [1366, 768], [1920, 1080]];
/** Where the eye is tried: the size, and what Chromium can take from it. */
const EYES_AT = [1366, 768];
const EYES = ["achromatopsia", "protanopia", "deuteranopia", "tritanopia"];
const FOLDER = `${ROOT}artifacts/pictures/`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: "string", default: `${ROOT}dist` } },
});
const wanted = (name) => positionals.length === 0 || positionals.some((part) => name.includes(part));

mkdirSync(FOLDER, { recursive: true });
const relay = await startRelay([], { web: values.page });
const browser = await openBrowser();
const failed = [];
try {
  for (const { name, take } of scenes.filter((scene) => wanted(scene.name))) {
    const players = [];
    const at = {
      url: relay.url,
      /** Somebody new, whose pictures are not taken unless they are asked for. */
      async player(who, context) {
        const player = await browser.player(who, context);
        players.push(player);
        return player;
      },
      /** The album of what a player sees now. */
      album: (player, moment, options) => album(player, moment ? `${name}-${moment}` : name, options),
    };
    const began = performance.now();
    try {
      await take(at);
      console.log(`✔ ${name} ${Math.round((performance.now() - began) / 1000)} s`);
    } catch (error) {
      failed.push(name);
      console.log(`✖ ${name}: ${error.message}`);
      await Promise.all(players.map((player) => snap(player, `${name}-FAILED`).catch(() => {})));
    }
    await Promise.all(players.map((player) => player.close().catch(() => {})));
  }
} finally {
  await browser.close();
  await relay.stop();
}
if (failed.length > 0) {
  console.error(`not taken: ${failed.join(", ")}`);
  process.exit(1);
}

/**
 * All sizes, by day and by night, and one size as other eyes see it. A canvas looks the same by
 * night: `canvas` leaves that out.
 */
async function album(player, name, { canvas = false } = {}) {
  const themes = canvas ? ["light"] : ["light", "dark"];
  for (const colorScheme of themes) {
    await player.page.emulateMedia({ colorScheme });
    for (const [width, height] of SIZES) {
      await player.page.setViewportSize({ width, height });
      await player.page.evaluate(() => window.scrollTo(0, 0));
      await snap(player, `${name}-${width}x${height}${canvas ? "" : `-${colorScheme}`}`);
    }
  }
  await player.page.emulateMedia({ colorScheme: "light" });
  const [width, height] = EYES_AT;
  await player.page.setViewportSize({ width, height });
  const session = await player.context.newCDPSession(player.page);
  for (const type of EYES) {
    await session.send("Emulation.setEmulatedVisionDeficiency", { type });
    await snap(player, `${name}-${type}`);
  }
  await session.send("Emulation.setEmulatedVisionDeficiency", { type: "none" });
  await session.detach();
}

/** Two pictures of the page after its size has changed, then it is still. */
async function snap(player, name) {
  await player.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await player.page.screenshot({ path: `${FOLDER}${name}.png` });
}
