// Waiting: for a condition, never for a time; and never without a deadline.

/** Asks until the answer is truthy; says what it waited for when the deadline passes. */
export async function until(what, ask, deadlineMs = 10_000, everyMs = 25) {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resume) => setTimeout(resume, everyMs));
  }
}

/** A promise with a deadline. */
export function within(what, promise, deadlineMs) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${deadlineMs} ms: ${what}`)), deadlineMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
