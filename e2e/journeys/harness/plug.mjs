// A gamepad that is not there: `navigator.getGamepads` is made here.

/** Plugs one in; `stick` pushes it, `press` sets a button, 0 to 1. */
export async function plugIn(page) {
  await page.evaluate(() => {
    const button = () => ({ pressed: false, touched: false, value: 0 });
    window.__pad ??= {
      connected: true,
      mapping: "standard",
      axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, button),
    };
    // What the page reads are real interfaces; these stand in for them.
    for (const [kind, made] of [[Gamepad, [window.__pad]], [GamepadButton, window.__pad.buttons]]) {
      for (const one of made) {
        const plain = Object.getOwnPropertyDescriptors(one);
        Object.setPrototypeOf(one, kind.prototype);
        Object.defineProperties(one, plain);
      }
    }
    navigator.getGamepads = () => [window.__pad];
  });
  return {
    press: (at, value) =>
      page.evaluate(([at, value]) => (window.__pad.buttons[at].value = value), [at, value]),
    stick: (x, y) => page.evaluate((axes) => (window.__pad.axes = [...axes, 0, 0]), [x, y]),
  };
}
