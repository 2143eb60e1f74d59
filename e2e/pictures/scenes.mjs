// What there is to see: each scene brings a page to a screen and has its album taken.

import { drive } from "../journeys/harness/drive.mjs";

/** The race is on its way. */
const underWay = (state) => state.frame > 420;

export const scenes = [
  {
    name: "home",
    async take({ url, player, album }) {
      const ann = await player("Ann");
      await ann.open(url);
      await album(ann);
    },
  },
  {
    name: "room",
    async take({ url, player, album }) {
      const [ann, ben] = [await player("Ann"), await player("Ben")];
      const code = await ann.createRoom(url);
      await ben.followLink(url, code);
      await ben.say("May the best one win!");
      await ann.member("Ben").waitFor();
      await album(ann);
    },
  },
  {
    name: "race",
    async take({ url, player, album }) {
      const ann = await player("Ann");
      await ann.open(url);
      await ann.choose({ laps: 1 });
      await ann.see("practice").click();
      await ann.playing();
      await album(ann, "start", { canvas: true });
      const stop = new AbortController();
      const driving = drive(ann, { signal: stop.signal });
      await ann.until("it is under way", underWay, 30_000);
      await album(ann, "lap", { canvas: true });
      await driving;
      await album(ann, "results");
    },
  },
];
