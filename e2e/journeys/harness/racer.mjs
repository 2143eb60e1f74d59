// Players without a browser: see e2e/src/bin/racer.rs.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { program } from "./relay.mjs";
import { until, within } from "./wait.mjs";

/** Joins a room (`code`), or opens one for so many (`new:3`). `via` is `ws` or `tcp`. */
export function startRacer(via, port, code, name, races = 1) {
  return start("racer", [via, `127.0.0.1:${port}`, code, name, String(races)], name);
}

/** Opens a room by other rules than the page's: see e2e/src/bin/stranger.rs. */
export function startStranger(port) {
  return start("stranger", [`127.0.0.1:${port}`], "the stranger");
}

/** A program that opens a room and decides its races. */
export function startServedRoom(port, options = []) {
  const words = ["serve-game", "racing", "--room", `127.0.0.1:${port}`, ...options];
  return start("partyline-peer", words, "the server");
}

function start(binary, words, name) {
  const child = spawn(program(binary), words, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const racer = { checkpoints: {}, orders: [], code: null };
  let complaint = "";
  child.stderr.on("data", (bytes) => (complaint += bytes));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const told = JSON.parse(line);
    if (told.code) racer.code = told.code;
    if (told.at === "start") racer.checkpoints = {};
    if (told.hash) racer.checkpoints[told.frame] = told.hash;
    if (told.hashes) racer.checkpoints = Object.fromEntries(told.hashes);
    if (told.order) racer.orders.push(told.order.map(String));
  });
  return Object.assign(racer, {
    room: () => until(`${name} opens a room`, () => racer.code),
    async home(deadlineMs = 240_000) {
      const [code] = await within(`${name} comes home`, ended, deadlineMs);
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${complaint}`);
    },
    /** A server ends when it is told so, and reports every state of its last race. */
    quit() {
      child.stdin.end("quit\n");
      return this.home(10_000);
    },
    stop: () => child.kill("SIGKILL"),
  });
}
