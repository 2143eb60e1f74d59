// Whether peers computed the same game.

import assert from "node:assert/strict";

/** Every checkpoint that two peers both have is the same; answers how many they share. */
export function agree(ours, theirs) {
  const shared = Object.keys(ours).filter((frame) => frame in theirs);
  for (const frame of shared) {
    assert.equal(theirs[frame], ours[frame], `the states after frame ${frame} differ`);
  }
  return shared.length;
}
