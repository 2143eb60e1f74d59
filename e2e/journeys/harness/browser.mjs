// The real browser.

import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { ROOT } from "./relay.mjs";

/** Without these, Chromium looks for servers of its makers and stumbles over a missing GPU. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Several pages play in one browser; none of them is behind.
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--autoplay-policy=user-gesture-required",
];

export function launch(moreFlags = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...moreFlags],
  });
}

const ARTIFACTS = `${ROOT}artifacts/`;

/** Keeps a picture for people to look at. */
export async function picture(page, name) {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTIFACTS}${name}.png` });
}
