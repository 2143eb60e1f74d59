// Putting as a person does: by the mouse, by a finger, by keys or by a gamepad. Where to and how
// hard is the caddie's advice, which the page shows to tests.

import { plugIn } from "./plug.mjs";

const TURN = 65_536;
/** As in web/src/input/golf.rs: a shorter pull is none, the longest is a part of the picture. */
const REST_PX = 16;
const reach = ({ width, height }) => Math.min(240, Math.max(120, Math.min(width, height) * 0.4));
const FULL = 32;

/** The shorter way from one direction to another. */
const way = (from, to) => ((((to - from) % TURN) + TURN * 1.5) % TURN) - TURN / 2;

const look = (page) =>
  page.evaluate(() => ({
    over: document.querySelector("[data-testid=results]") !== null,
    golf: window.__partyline?.golf ?? null,
  }));

/** Plays with these hands until the results are on the screen, or `signal` aborts. */
export async function putt(player, hands, { deadlineMs = 240_000, signal } = {}) {
  const { page } = player;
  const end = performance.now() + deadlineMs;
  const hand = await hands(page);
  let strokes = 0;
  for (;;) {
    if (signal?.aborted) return strokes;
    if (performance.now() > end) throw new Error(`${player.name} is not in in ${deadlineMs} ms`);
    const { over, golf } = await look(page);
    if (over) return strokes;
    if (golf?.waits) {
      await hand.goOn();
    } else if (golf?.ready) {
      await hand.strike(golf);
      strokes += 1;
      await taken(page, golf.turn);
    }
    await page.waitForTimeout(30);
  }
}

/** Until the stroke is taken, or the page is elsewhere. */
async function taken(page, turn) {
  await page
    .waitForFunction((turn) => window.__partyline?.golf?.turn !== turn, turn, { timeout: 4_000 })
    .catch(() => {});
}

/** Where a pull begins and ends on the screen. */
function pull(page, { want, power, turned }) {
  const { width, height } = page.viewportSize();
  const length = REST_PX + ((power - 0.5) / FULL) * (reach({ width, height }) - REST_PX);
  const angle = ((want + turned) / TURN) * Math.PI * 2;
  const [x, y] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2];
  const middle = [width / 2, height / 2 + 20];
  return { from: [middle[0] + x, middle[1] + y], to: [middle[0] - x, middle[1] - y] };
}

/** Pull back anywhere, let go. */
export async function mouse(page) {
  return {
    goOn: () => page.mouse.click(page.viewportSize().width / 4, page.viewportSize().height / 3),
    async strike(golf) {
      const { from, to } = pull(page, golf);
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 3 });
      await page.mouse.up();
    },
  };
}

/** The same with one thumb on glass. */
export async function thumb(page) {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, points) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  return {
    async goOn() {
      const { width, height } = page.viewportSize();
      await touch("touchStart", [[width / 4, height / 3]]);
      await touch("touchEnd", []);
    },
    async strike(golf) {
      const { from, to } = pull(page, golf);
      await touch("touchStart", [from]);
      await touch("touchMove", [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]]);
      await touch("touchMove", [to]);
      await touch("touchEnd", []);
    },
  };
}

/** Turns with arrows, charges with Space. */
export async function keys(page) {
  const state = () => page.evaluate(() => window.__partyline?.golf ?? {});
  return {
    goOn: () => page.keyboard.press("Space"),
    async strike({ want, power }) {
      for (let tries = 0; tries < 40; tries += 1) {
        const { angle, ready } = await state();
        const rest = way(angle, want);
        if (!ready || Math.abs(rest) < 100) break;
        const key = rest > 0 ? "ArrowRight" : "ArrowLeft";
        if (Math.abs(rest) < 400) await page.keyboard.down("ShiftLeft");
        await page.keyboard.down(key);
        const near = Math.abs(rest) < 400 ? 40 : 250;
        await page
          .waitForFunction(
            ([want, near, sign, turn]) => {
              const angle = window.__partyline?.golf?.angle ?? want;
              const rest = ((((want - angle) % turn) + turn * 1.5) % turn) - turn / 2;
              return rest * sign < near;
            },
            [want, near, Math.sign(rest), TURN],
            { timeout: 3_000 },
          )
          .catch(() => {});
        await page.keyboard.up(key);
        await page.keyboard.up("ShiftLeft");
      }
      await charge(page, power, () => page.keyboard.down("Space"), () => page.keyboard.up("Space"));
    },
  };
}

/** A stick that points, a trigger that charges. */
export async function gamepad(page) {
  const { press, stick } = await plugIn(page);
  const TRIGGER = 7;
  return {
    async goOn() {
      await press(0, 1);
      await page.waitForTimeout(80);
      await press(0, 0);
      await page.waitForTimeout(80);
    },
    async strike({ want, power, turned }) {
      const angle = ((want + turned) / TURN) * Math.PI * 2;
      await stick(Math.cos(angle), Math.sin(angle));
      await page
        .waitForFunction(
          ([want, turn]) => {
            const angle = window.__partyline?.golf?.angle ?? want;
            return Math.abs(((((want - angle) % turn) + turn * 1.5) % turn) - turn / 2) < 120;
          },
          [want, TURN],
          { timeout: 3_000 },
        )
        .catch(() => {});
      await stick(0, 0);
      await charge(page, power, () => press(TRIGGER, 1), () => press(TRIGGER, 0));
    },
  };
}

/** Holds until the meter shows the power. */
async function charge(page, power, down, up) {
  await down();
  await page
    .waitForFunction((power) => (window.__partyline?.golf?.charged ?? power) >= power, power, {
      timeout: 4_000,
    })
    .catch(() => {});
  await up();
}
