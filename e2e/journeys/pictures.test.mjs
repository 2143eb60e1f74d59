// Pictures of every screen at the sizes people have, by day and by night, for people to judge;
// and what axe says of each.

import { test } from "node:test";
import { accessible } from "./harness/accessible.mjs";
import { drive } from "./harness/drive.mjs";
import { setting } from "./harness/setting.mjs";

const SIZES = [[360, 640], [844, 390], [1366, 768], [1920, 1080]];


const at = setting();

test("home, room, play and results, from a phone to a wide screen, light and dark", async () => {
  const [ann, ben] = [await at.browser.player("Ann"), await at.browser.player("Ben")];
  await ann.open(at.relay.url);
  await album(ann, "home");
  const code = await ann.createRoom(at.relay.url);
  await ann.choose({ laps: 1 });
  await ben.followLink(at.relay.url, code);
  await ben.say("May the best car win!");
  await ann.see("emote-4").click();
  await ann.member("Ben").waitFor();
  await album(ann, "room");
  await ben.getReady();
  await ann.start();
  for (const player of [ann, ben]) await player.playing();
  const home = Promise.all([drive(ann), drive(ben)]);
  await ann.until("it is under way", (state) => state.frame > 480, 30_000);
  await album(ann, "play");
  await home;
  await album(ann, "results");
});

async function album(player, screen) {
  for (const colorScheme of ["light", "dark"]) {
    await player.page.emulateMedia({ colorScheme });
    for (const [width, height] of SIZES) {
      await player.page.setViewportSize({ width, height });
      await player.page.evaluate(() => window.scrollTo(0, 0));
      await player.picture(`${screen}-${width}x${height}-${colorScheme}`);
    }
    if (screen !== "play") await accessible(player, `${screen}, ${colorScheme}`);
  }
  await player.page.setViewportSize({ width: 960, height: 600 });
}
