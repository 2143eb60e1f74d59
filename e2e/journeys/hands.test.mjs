// Each kind of hand alone plays a whole game: keys, a thumb, a gamepad.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "./harness/drive.mjs";
import * as prowls from "./harness/prowl.mjs";
import { gamepad, keys, putt, thumb } from "./harness/putt.mjs";
import { setting } from "./harness/setting.mjs";
import * as steers from "./harness/steer.mjs";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** A hand, the screen it belongs to, and how it plays each game to its results. */
const HANDS = [
  { hand: "keys", race: (player) => drive(player), golf: (player) => putt(player, keys), hunt: (player) => hunt(player, prowls.keys) },
  { hand: "a thumb", screen: PHONE, race: (player) => drive(player, { hands: steers.thumbs }), golf: (player) => putt(player, thumb), hunt: (player) => hunt(player, prowls.thumbs) },
  { hand: "a gamepad", race: (player) => drive(player, { hands: steers.gamepad }), golf: (player) => putt(player, gamepad), hunt: (player) => hunt(player, prowls.gamepad) },
];

/** Who seeks walks about and tags; who hides may be done after two steps, and locks. The rest is luck. */
async function hunt(player, hands) {
  const done = await prowls.prowl(player, hands);
  console.log(JSON.stringify(done));
  assert.ok(done.act > 0 && (done.walked > 3 || done.lock > 0));
}

/** Chooses a short game to practise. */
const GAMES = {
  race: (player) => player.choose({ laps: 1 }),
  async hunt(player) {
    await player.pick("hunt");
    await player.rules({ rounds: "1", seekers: "2", hide: "10", seek: "45", skill: "Fierce" });
  },
  golf: (player) => player.golf({ holes: 1, first: 1 }),
};

const at = setting();

for (const [game, choose] of Object.entries(GAMES)) {
  test(`${game}: keys, a thumb and a gamepad, each alone, play to the results`, async () => {
    await Promise.all(HANDS.map(async ({ hand, screen, ...plays }) => {
      const player = await at.browser.player("Ann", screen);
      await player.open(at.relay.url);
      await choose(player);
      await player.see("practice").click();
      await player.playing();
      await plays[game](player);
      const own = (await player.order()).find((row) => row.seat === "0");
      console.log(`${game} by ${hand}: ${own.time}`);
      assert.match(own.time, /\d/);
      assert.deepEqual(player.faults, []);
      await player.close();
    }));
  });
}
