// A hidden tab. A page under test always says it is visible, so what a hidden tab lives through
// is made here: `document.hidden`, `visibilitychange`, no animation frames, timers once a
// second. Sockets and workers go on, as they do in a real one.

/** To be installed before the page's own scripts: `context.addInitScript(hiddenTabShim)`. */
export function hiddenTabShim() {
  const native = {
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
    setTimeout: window.setTimeout.bind(window),
    setInterval: window.setInterval.bind(window),
  };
  let hidden = false;
  let next = 1;
  const waiting = new Map();
  const lag = (delay) => (hidden ? Math.max(1000, Number(delay) || 0) : delay);

  Object.defineProperty(Document.prototype, "hidden", { get: () => hidden });
  Object.defineProperty(Document.prototype, "visibilityState", {
    get: () => (hidden ? "hidden" : "visible"),
  });
  window.requestAnimationFrame = (callback) => {
    const id = next++;
    const fire = (time) => {
      // A frame that was asked for before the tab was hidden waits like the others.
      if (hidden) waiting.set(id, callback);
      else if (waiting.delete(id)) callback(time);
    };
    waiting.set(id, callback);
    if (!hidden) native.requestAnimationFrame(fire);
    return id;
  };
  window.cancelAnimationFrame = (id) => void waiting.delete(id);
  window.setTimeout = (callback, delay, ...rest) => native.setTimeout(callback, lag(delay), ...rest);
  window.setInterval = (callback, delay, ...rest) => {
    // An interval that began while visible runs on; one firing in a second gets through.
    let last = 0;
    const fire = () => {
      const now = performance.now();
      if (hidden && now - last < 1000) return;
      last = now;
      callback(...rest);
    };
    return native.setInterval(typeof callback === "function" ? fire : callback, delay);
  };
  window.__setHidden = (value) => {
    if (value === hidden) return;
    hidden = value;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    if (hidden) return;
    for (const id of [...waiting.keys()]) {
      native.requestAnimationFrame((time) => {
        const callback = waiting.get(id);
        if (waiting.delete(id)) callback(time);
      });
    }
  };
}

export const hide = (page) => page.evaluate(() => window.__setHidden(true));
export const show = (page) => page.evaluate(() => window.__setHidden(false));
