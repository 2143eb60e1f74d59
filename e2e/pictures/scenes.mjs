// What there is to see: each scene brings a page to a screen and has its album taken.

import { drive } from "../journeys/harness/drive.mjs";

/** Games by their names on the wire. */
const GAMES = ["racing", "golf", "hunt"];
const CANVAS = { canvas: true };

/** A picture of the canvas needs the game to have gone on for so many frames. */
const after = (frames) => [`frame ${frames}`, (state) => state.frame > frames, 90_000];

/** Somebody at the first screen who has picked a game. */
async function alone({ url, player }, game, context) {
  const ann = await player("Ann", context);
  await ann.open(url);
  await ann.pick(game);
  return ann;
}

const howTo = GAMES.map((game) => ({
  name: `how-to-${game}`,
  async take(at) {
    const ann = await alone(at, game, { newcomer: true });
    await ann.see("practice").click();
    await ann.see("how-to").waitFor();
    await at.album(ann);
  },
}));

const rooms = GAMES.map((game) => ({
  name: `room-${game}`,
  async take({ url, player, album }) {
    const [ann, ben] = [await player("Ann"), await player("Ben")];
    const code = await ann.createRoom(url);
    await ann.pick(game);
    await ben.followLink(url, code);
    await ben.say("May the best one win!");
    await ann.member("Ben").waitFor();
    await album(ann);
  },
}));

/** Two play, a third one watches. */
const watched = GAMES.map((game) => ({
  name: `watching-${game}`,
  async take({ url, player, album }) {
    const [ann, cleo] = [await player("Ann"), await player("Cleo")];
    const code = await ann.createRoom(url);
    await ann.pick(game);
    await cleo.open(`${url}?room=${code}`);
    await cleo.nameYourself();
    await cleo.see("watch").check();
    await cleo.see("join-invited").click();
    await cleo.inRoom();
    await ann.member("Cleo").waitFor();
    await ann.start();
    await cleo.see("watch-bar").waitFor({ timeout: 60_000 });
    await cleo.until(...after(600));
    await album(cleo, "", CANVAS);
    await cleo.see("watch-free").click();
    await album(cleo, "free", CANVAS);
  },
}));

export const scenes = [
  {
    name: "home",
    async take({ url, player, album }) {
      const ann = await player("Ann");
      await ann.open(url);
      await album(ann);
    },
  },
  ...howTo,
  ...rooms,
  {
    name: "racing",
    async take(at) {
      const ann = await alone(at, "racing");
      await ann.choose({ laps: 1 });
      await ann.see("practice").click();
      await ann.playing();
      await at.album(ann, "start", CANVAS);
      const stop = new AbortController();
      const driving = drive(ann, { signal: stop.signal });
      await ann.until(...after(420));
      await at.album(ann, "lap", CANVAS);
      await driving;
      await at.album(ann, "results");
    },
  },
  {
    name: "menu",
    async take(at) {
      const ann = await alone(at, "racing");
      await ann.see("practice").click();
      await ann.playing();
      await ann.see("menu").click();
      await at.album(ann);
    },
  },
  ...watched,
];
