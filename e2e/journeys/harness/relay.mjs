// The real relay, as a process of its own, on a port of its own.

import { spawn } from "node:child_process";
import { connect } from "node:net";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { until, within } from "./wait.mjs";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? `${ROOT}target`;
export const program = (name) => `${TARGET}/debug/${name}`;

/** Starts `partyline`; `options` are further command-line options. */
export async function startRelay(options = [], { web = `${ROOT}dist` } = {}) {
  const words = ["--port", "0", "--web", web, ...options];
  const child = spawn(program("partyline"), words, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes));
  const address = await until(
    "the relay prints its address",
    () => {
      if (child.exitCode !== null) throw new Error(`the relay ended at once:\n${output}`);
      return output.match(/(?:http|ws):\/\/[^\s/]+:(\d+)/);
    },
    10_000,
  );
  const port = Number(address[1]);
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    output: () => output,
    /** Stops it as an operator would; resolves to its exit code. */
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      child.kill(signal);
      const [code] = await within("the relay stops", ended, 5_000).catch((late) => {
        child.kill("SIGKILL");
        throw late;
      });
      return code;
    },
  };
}

/** Whether anything accepts connections there. */
export function isListening(port, host = "127.0.0.1") {
  return new Promise((answer) => {
    const socket = connect({ port, host });
    socket.once("connect", () => (socket.destroy(), answer(true)));
    socket.once("error", () => answer(false));
  });
}
