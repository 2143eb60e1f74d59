// What axe has to say about a screen.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails when anything is serious or critical. */
export async function accessible(player, screen) {
  // Through the debugger: the page's content policy allows no script from elsewhere.
  await player.page.evaluate(AXE);
  const found = await player.page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  });
  assert.deepEqual(found, [], `on ${screen}`);
}
