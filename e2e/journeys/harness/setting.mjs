// What every journey begins with: a relay and a browser, both gone when it is over.

import { after, before } from "node:test";
import { openBrowser } from "./player.mjs";
import { startRelay } from "./relay.mjs";

/**
 * Answers with `{ relay, browser, ends }`, filled before the first test. `begin` goes on from
 * there; `ends` takes what else must be stopped.
 */
export function setting({ options = [], flags = [], begin } = {}) {
  const at = { ends: [] };
  before(async () => {
    at.relay = await startRelay(options);
    at.browser = await openBrowser(flags);
    await begin?.(at);
  });
  after(async () => {
    at.ends.forEach(({ stop }) => stop());
    await at.browser?.close();
    await at.relay?.stop();
  });
  return at;
}
