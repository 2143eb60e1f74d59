// Driving with real keys: look where the line goes, press what turns the nose there.

const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
/** How far the nose may point beside the line before a key is pressed; 65536 is a turn. */
const STRAIGHT_ENOUGH = 500;

/** The keys that a driver holds down now. */
function wanted({ turn, spare }) {
  const keys = new Set();
  if (spare > 0) keys.add("ArrowUp");
  if (spare < -200) keys.add("ArrowDown");
  if (turn < -STRAIGHT_ENOUGH) keys.add("ArrowLeft");
  if (turn > STRAIGHT_ENOUGH) keys.add("ArrowRight");
  return keys;
}

/**
 * Drives until the results are on the screen, or `signal` aborts; then all keys are up.
 * Looks as often as the page answers.
 */
export async function drive(player, { deadlineMs = 240_000, signal } = {}) {
  const { page } = player;
  const held = new Set();
  const end = performance.now() + deadlineMs;
  const hold = async (keys) => {
    for (const key of KEYS) {
      if (keys.has(key) === held.has(key)) continue;
      if (keys.has(key)) {
        await page.keyboard.down(key);
        held.add(key);
      } else {
        await page.keyboard.up(key);
        held.delete(key);
      }
    }
  };
  try {
    for (;;) {
      if (signal?.aborted) return;
      if (performance.now() > end) throw new Error(`${player.name} is not home in ${deadlineMs} ms`);
      const look = await page.evaluate(() => ({
        over: document.querySelector("[data-testid=results]") !== null,
        wheel: window.__partyline?.wheel ?? null,
      }));
      if (look.over) return;
      await hold(look.wheel ? wanted(look.wheel) : new Set());
    }
  } finally {
    await hold(new Set()).catch(() => {});
  }
}
