// Hands at a wheel: keys, two thumbs, a gamepad. Each is told how far the nose points beside the
// line (65536 is a turn) and how much slower than it may the car is, and does what hands would.

import { plugIn } from "./plug.mjs";

/** How far the nose may point beside the line before a key is pressed. */
const STRAIGHT_ENOUGH = 500;
/** Where it is pushed as far as it goes. */
const FULL_LOCK = 5_000;
/** Too fast by so many centimetres a second is worth the brake. */
const TOO_FAST = -200;

const push = (turn) => Math.max(-1, Math.min(1, turn / FULL_LOCK));

/** The arrow keys. */
export async function keys({ keyboard }) {
  const held = new Set();
  const set = async (key, down) => {
    if (down === held.has(key)) return;
    await keyboard[down ? "down" : "up"](key);
    held[down ? "add" : "delete"](key);
  };
  return async (wheel) => {
    const { turn, spare } = wheel ?? { turn: 0, spare: 0 };
    await set("ArrowUp", spare > 0);
    await set("ArrowDown", spare < TOO_FAST);
    await set("ArrowLeft", turn < -STRAIGHT_ENOUGH);
    await set("ArrowRight", turn > STRAIGHT_ENOUGH);
  };
}

/** One thumb on the stick, the other on the brake; the car accelerates by itself. */
export async function thumbs(page) {
  const cdp = await page.context().newCDPSession(page);
  const { height } = page.viewportSize();
  const from = [92, height - 100];
  const points = new Map();
  const touch = (type) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: [...points].map(([id, [x, y]]) => ({ id, x, y })),
    });
  let brake = null;
  return async (wheel) => {
    if (!wheel) {
      points.clear();
      return touch("touchEnd");
    }
    if (!brake) {
      const box = await page.locator(".touch .brake").boundingBox();
      brake = [box.x + box.width / 2, box.y + box.height / 2];
    }
    const slow = wheel.spare < TOO_FAST;
    if (!slow && points.delete(1)) {
      // No finger can be lifted alone here: both are, and the thumb comes down again.
      points.clear();
      await touch("touchEnd");
    }
    if (!points.has(0)) {
      points.set(0, from);
      await touch("touchStart");
    }
    points.set(0, [from[0] + push(wheel.turn) * 50, from[1]]);
    if (slow && !points.has(1)) {
      points.set(1, brake);
      await touch("touchStart");
    }
    await touch("touchMove");
  };
}

/** A stick and the triggers. */
export async function gamepad(page) {
  const pad = await plugIn(page);
  return async (wheel) => {
    const { turn, spare } = wheel ?? { turn: 0, spare: 0 };
    await pad.stick(push(turn), 0);
    await pad.press(7, spare > 0 ? 1 : 0);
    await pad.press(6, spare < TOO_FAST ? 1 : 0);
  };
}
