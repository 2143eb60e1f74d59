// Fetches the page's glue and wasm with one bar for all bytes, says what failed and retries,
// and shows the box that a crash leaves behind (by then the wasm can show nothing itself).

const script = document.querySelector("script[data-wasm]");
const found = (id) => document.getElementById(id);
const bar = found("loading-bar");
const text = found("loading-text");
const retry = found("loading-retry");

const STALL_MS = 10_000;
const progress = { loaded: 0, total: 0, known: 0, moved: performance.now(), failed: false };

function kilobytes(bytes) {
  return `${Math.round(bytes / 1024)} KB`;
}

function show() {
  const { loaded, total, known, failed } = progress;
  // One file has failed, and what still comes of the other is no news.
  if (failed) return;
  if (known === 2 && total >= loaded) {
    bar.value = loaded / total;
    text.textContent = `Loading the games … ${kilobytes(loaded)} of ${kilobytes(total)}`;
  } else {
    text.textContent = `Loading the games … ${kilobytes(loaded)}`;
  }
}

async function download(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status} for ${url}`);
  // Compressed answers name the compressed size, so it says nothing about what is read here.
  const length = Number(response.headers.get("content-length"));
  if (length > 0 && !response.headers.get("content-encoding")) {
    progress.total += length;
    progress.known += 1;
  }
  if (!response.body) return response.arrayBuffer();
  const parts = [];
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    progress.loaded += value.length;
    progress.moved = performance.now();
    show();
  }
  return new Blob(parts).arrayBuffer();
}

function fail(sentence) {
  progress.failed = true;
  text.textContent = sentence;
  bar.hidden = true;
  retry.hidden = false;
  retry.focus();
}

async function load() {
  const js = new URL(script.dataset.js, document.baseURI).href;
  const wasm = new URL(script.dataset.wasm, document.baseURI).href;
  const watch = setInterval(() => {
    if (performance.now() - progress.moved > STALL_MS) {
      text.textContent = "Nothing has arrived for ten seconds. The connection may be gone.";
      retry.hidden = false;
    }
  }, 1_000);
  try {
    const [, bytes] = await Promise.all([download(js), download(wasm)]);
    text.textContent = "Starting …";
    const glue = await import(js);
    await glue.default({ module_or_path: bytes });
  } catch (error) {
    if (typeof WebAssembly !== "object") {
      fail("This browser knows no WebAssembly, which the games are made of. A newer one will do.");
    } else if (found("crash").hidden) {
      fail(`The page could not be loaded: ${error.message ?? error}. Check the connection and try again.`);
    }
  } finally {
    clearInterval(watch);
  }
}

let crashed = false;

function crash(report) {
  if (crashed) return;
  crashed = true;
  found("loading")?.remove();
  found("app").inert = true;
  found("crash").hidden = false;
  found("crash-report").value = report;
  found("crash-title").focus();
}

async function copyReport() {
  const field = found("crash-report");
  const button = found("crash-copy");
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    field.focus();
    field.select();
    button.textContent = "Selected: press Ctrl+C";
  }
}

addEventListener("partyline-crash", (event) => crash(event.detail));
// A trap without a panic (out of memory, a stack too deep) never reaches the panic hook.
addEventListener("error", (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) crash(String(event.error.stack));
});
retry.addEventListener("click", () => location.reload());
found("crash-reload").addEventListener("click", () => location.reload());
found("crash-copy").addEventListener("click", copyReport);

load();
