// A person at a page: what they click and type, and what they see.

import { launch, picture } from "./browser.mjs";
import { hiddenTabShim } from "./hidden.mjs";
import { until, within } from "./wait.mjs";

const SEEN_MS = 10_000;

function knowsTheGames() {
  try {
    localStorage.setItem("partyline.known", "racing\ngolf\nhunt\n");
  } catch {
    // A page without an address has no storage and no games.
  }
}


/** Opens a browser; `close` it at the end. Every player has a profile of their own in it. */
export async function openBrowser(flags = []) {
  const browser = await launch(flags);
  return {
    browser,
    close: () => browser.close(),
    /**
     * A player with a fresh profile; `context` are Playwright's options. A `newcomer` is shown
     * how a game is played before the first one.
     */
    async player(name, { newcomer = false, ...context } = {}) {
      const own = await browser.newContext({ viewport: { width: 960, height: 600 }, ...context });
      await own.addInitScript(hiddenTabShim);
      if (!newcomer) await own.addInitScript(knowsTheGames);
      own.setDefaultTimeout(SEEN_MS);
      return new Player(name, own, await own.newPage());
    },
  };
}

export class Player {
  constructor(name, context, page) {
    this.name = name;
    this.context = context;
    this.page = page;
    this.faults = [];
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("console", (line) => {
      if (line.type() === "error") this.faults.push(line.text());
    });
  }

  see(testId) {
    return this.page.getByTestId(testId);
  }

  /** Opens an address and waits until the page is drawn by the program, not by its loader. */
  async open(url) {
    await this.page.goto(url);
    await this.ready();
  }

  async ready() {
    await this.page.locator("[data-screen]").first().waitFor();
  }

  async nameYourself() {
    await this.see("name").fill(this.name);
  }

  /** Opens the first screen and a room in it; answers with its code. */
  async createRoom(url) {
    await this.open(url);
    await this.nameYourself();
    await this.see("create").click();
    return this.code();
  }

  /** Follows an invitation for the first time: the name is all that is asked. */
  async followLink(url, code) {
    await this.open(`${url}?room=${code}`);
    await this.nameYourself();
    await this.see("join-invited").click();
    await this.inRoom();
  }

  async inRoom() {
    await this.see("members").waitFor();
  }

  async code() {
    return (await this.see("room-code").textContent()).trim();
  }

  member(name) {
    return this.page.locator(`[data-testid=member][data-name="${name}"]`);
  }

  async say(line) {
    await this.see("say").fill(line);
    await this.see("say").press("Enter");
  }

  async hears(text) {
    await this.see("chat-lines").getByText(text).first().waitFor();
  }

  async getReady() {
    await this.see("ready").click();
    await this.page.locator("[data-testid=ready][aria-pressed=true]").waitFor();
  }

  /** Host: starts once everybody is ready. */
  async start() {
    await this.page.locator("[data-testid=start][aria-disabled=false]").waitFor();
    await this.see("start").click();
  }

  /** Picks a game by its name on the wire, in a room of one's own or for practice. */
  async pick(game) {
    await this.see(`game-${game}`).click();
  }

  /** Chooses rules by the names of their fields, before a room's start or for practice. */
  async rules(choices) {
    for (const [field, choice] of Object.entries(choices)) {
      await this.see(field).selectOption(choice);
    }
  }

  /** Chooses the race's rules, before a room's start or for practice. */
  async choose({ laps }) {
    await this.see("laps").selectOption(String(laps));
  }

  /** Chooses golf and so many holes, before a room's start or for practice. */
  async golf({ holes, first = 0, mode }) {
    await this.see("game-golf").click();
    await this.see("first-hole").selectOption({ index: first });
    await this.see("holes").selectOption(String(holes));
    if (mode) await this.see("mode").selectOption(mode);
  }

  /** Host: how everybody's driving comes together. */
  async netcode(name) {
    await this.see("netcode").click();
    await this.see(`netcode-${name}`).check();
  }

  /** Opens or closes the net panel with its key; the keyboard is at the page, not in a field. */
  async panel() {
    await this.page.keyboard.press("Backquote");
  }

  /** 150 ms of round trip and one packet in twenty lost, each way. */
  async farAway() {
    await this.panel();
    await this.see("line-far").click();
    await this.see("net-close").click();
  }

  /** Makes the line worse by the open panel's sliders, the same both ways. */
  async line(settings) {
    for (const way of ["up", "down"]) {
      for (const [what, value] of Object.entries(settings)) {
        await this.see(`${way}-${what}`).fill(String(value));
      }
    }
  }

  /** What the open net panel says, by name. */
  async numbers(names) {
    const all = await this.see("net-numbers").locator("dd").evaluateAll((cells) =>
      cells.map((cell) => [cell.dataset.name, cell.textContent]),
    );
    return Object.fromEntries(all.filter(([name]) => names.includes(name)));
  }

  /** A number of the open net panel. */
  async number(name) {
    const shown = await this.see("net-numbers").locator(`dd[data-name="${name}"]`).textContent();
    return parseFloat(shown);
  }

  /** In the race, and the steps are being taken. */
  async playing() {
    await this.until("the race runs", (state) => state.frame > 0, 20_000);
  }

  /** What the page says of itself. */
  state() {
    return this.page.evaluate(() => window.__partyline ?? null);
  }

  /** Waits until the page says so; what it said last is told with a deadline that passes. */
  async until(what, holds, deadlineMs = SEEN_MS) {
    let state = null;
    const ask = async () => {
      state = await this.state().catch(() => null);
      return state && holds(state) ? state : null;
    };
    return until(`${this.name}: ${what}`, ask, deadlineMs).catch((error) => {
      const { checkpoints, ...rest } = state ?? {};
      error.message += `; last ${JSON.stringify(rest)}, ${checkpoints?.length ?? 0} checkpoints`;
      throw error;
    });
  }

  picture(name) {
    return picture(this.page, name);
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  /** The finishing order as the results screen shows it. */
  async order() {
    const rows = this.see("results-table").locator("tbody tr");
    await rows.first().waitFor();
    return rows.evaluateAll((rows) =>
      rows.map((row) => ({
        place: row.querySelector(".place").textContent.trim(),
        seat: row.dataset.seat,
        time: row.querySelector(".number").textContent.trim(),
      })),
    );
  }

  async close() {
    await within(`${this.name} closes`, this.context.close(), 10_000);
  }
}
