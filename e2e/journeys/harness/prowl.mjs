// Playing a hunt as a person does, by keys, thumbs or a gamepad: wander about, become what is near
// and stand still, or tag it. Nothing is known here but what the player's own page says.

import { plugIn } from "./plug.mjs";

/** The directions of a walk, as steps to the right and down. */
const WAYS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const WALK_MS = 700;
/** Long enough that a frame sees it, however slow the machine. */
const TAP_MS = 80;

/** Arrows, and the keys as they are before anybody binds others. */
export async function keys(page) {
  const names = { act: "Space", lock: "KeyE", turn: "KeyR", taunt: "KeyQ", decoy: "KeyF" };
  let held = [];
  return {
    async go([x, y]) {
      for (const key of held) await page.keyboard.up(key);
      held = [["ArrowLeft", x < 0], ["ArrowRight", x > 0], ["ArrowUp", y < 0], ["ArrowDown", y > 0]];
      held = held.filter(([, wanted]) => wanted).map(([key]) => key);
      for (const key of held) await page.keyboard.down(key);
    },
    tap: (what) => page.keyboard.press(names[what], { delay: TAP_MS }),
  };
}

/** One thumb on the stick, the other on the buttons that can be seen. */
export async function thumbs(page) {
  const cdp = await page.context().newCDPSession(page);
  const names = { act: /^(Become|Tag)$/, lock: /^Lock$/, turn: /^Turn$/, taunt: /^Taunt$/, decoy: /^Squeaker$/ };
  const points = new Map();
  const touch = (type) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: [...points].map(([id, [x, y]]) => ({ id, x, y })),
    });
  return {
    async go([x, y]) {
      const { height } = page.viewportSize();
      const from = [92, height - 100];
      if (points.delete(0)) await touch("touchEnd");
      if (x === 0 && y === 0) return;
      points.set(0, from);
      await touch("touchStart");
      points.set(0, [from[0] + x * 50, from[1] + y * 50]);
      await touch("touchMove");
    },
    async tap(what) {
      const button = page.locator(".touch .pad-button:visible").filter({ hasText: names[what] });
      const box = await button.boundingBox({ timeout: 500 }).catch(() => null);
      if (!box) return;
      points.set(1, [box.x + box.width / 2, box.y + box.height / 2]);
      await touch("touchStart");
      await page.waitForTimeout(TAP_MS);
      points.delete(1);
      await touch("touchEnd");
    },
  };
}

/** A stick, and the buttons by their standard numbers. */
export async function gamepad(page) {
  const pad = await plugIn(page);
  const names = { act: 0, lock: 1, taunt: 2, decoy: 3, turn: 5 };
  return {
    go: ([x, y]) => pad.stick(x, y),
    async tap(what) {
      await pad.press(names[what], 1);
      await page.waitForTimeout(TAP_MS);
      await pad.press(names[what], 0);
    },
  };
}

/**
 * Hunts until the results are on the screen, or `signal` aborts. A hider locks and then stays where
 * it is. Answers with what was done, how often.
 */
export async function prowl(player, hands = keys, { deadlineMs = 120_000, signal } = {}) {
  const { page } = player;
  const hand = await hands(page);
  const end = performance.now() + deadlineMs;
  const done = { walked: 0, act: 0, lock: 0, taunt: 0, turn: 0, decoy: 0 };
  const tap = async (what) => {
    done[what] += 1;
    await hand.tap(what);
  };
  let [turn, since, locked] = [player.name.length, 0, 0];
  try {
    for (;;) {
      if (signal?.aborted) return done;
      if (performance.now() > end) throw new Error(`${player.name} hunts longer than ${deadlineMs} ms`);
      const { over, hunt } = await page.evaluate(() => ({
        over: document.querySelector("[data-testid=results]") !== null,
        hunt: window.__partyline?.hunt ?? null,
      }));
      if (over) return done;
      if (hunt?.locked) {
        // Daring once, turned once, and then quiet.
        const next = ["taunt", "turn", "decoy"][locked++];
        if (next) await tap(next);
        await page.waitForTimeout(250);
        continue;
      }
      const now = performance.now();
      if (hunt && now - since > WALK_MS) {
        since = now;
        // Every way comes, and never there and back again: every wall is left some time.
        turn = (turn * 5 + 3) % WAYS.length;
        await hand.go(WAYS[turn]);
        done.walked += 1;
      }
      if (hunt?.reach && !hunt.stunned && (hunt.seeks || !hunt.disguised)) await tap("act");
      if (hunt?.disguised) {
        await hand.go([0, 0]);
        since = 0;
        await tap("lock");
      }
      await page.waitForTimeout(60);
    }
  } finally {
    await hand.go([0, 0]).catch(() => {});
  }
}
