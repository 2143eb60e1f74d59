// Driving with real hands: look where the line goes, push what turns the nose there.

import { keys } from "./steer.mjs";

/**
 * Drives until the results are on the screen, or `signal` aborts; then nothing is held any more.
 * Looks as often as the page answers.
 */
export async function drive(player, { hands = keys, deadlineMs = 240_000, signal } = {}) {
  const { page } = player;
  const steer = await hands(page);
  const end = performance.now() + deadlineMs;
  try {
    for (;;) {
      if (signal?.aborted) return;
      if (performance.now() > end) throw new Error(`${player.name} is not home in ${deadlineMs} ms`);
      const look = await page.evaluate(() => ({
        over: document.querySelector("[data-testid=results]") !== null,
        wheel: window.__partyline?.wheel ?? null,
      }));
      if (look.over) return;
      await steer(look.wheel);
    }
  } finally {
    await steer(null).catch(() => {});
  }
}
