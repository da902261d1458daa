/// Tests of the page in a real browser. Every page that a test opens fails it on an error of the page, on what the content security
/// policy had to forbid, and on any request that would leave this machine.
///
/// The page comes from `halfturn serve`; or, where HALFTURN_SITE names the folder that `node build.mjs --site` made, from a server of
/// files, and computes by itself. Then too there is a `halfturn serve` beside it, to compare with, which the page knows nothing of.
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { serveFiles } from "./files.mjs";
import { serve } from "./program.mjs";

const kArguments = [
  "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
];
export const kSite = process.env.HALFTURN_SITE ?? null;
const kPatience = kSite ? 40_000 : 20_000; // ms: for what a slow machine needs, not for what is expected; a site builds its tables first
/// What the engine behind the page offers, as tests must know it: a browser builds small tables only.
export const kOffers = kSite
  ? { stages: ["cross", "xcross", "xxcross"], has: (stage) => /^(pseudo_|eo_)?x{0,2}cross(_pair|_pseudo_pair)?$/.test(stage), optimal: false, research: false }
  : { stages: ["cross", "xcross", "xxcross", "xxxcross", "f2l"], has: () => true, optimal: true, research: true };
export const kDesktop = { width: 1280, height: 800 };
export const kPhone = { width: 360, height: 740 };

/// Chromium's engine without the windows, extensions and services around it, which cost as much as the page; else the whole browser.
export function launch() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell"].find(existsSync) ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: kArguments });
}

/// What must not happen on a page, as it happens. `allowed`: patterns of console messages that the test provokes.
async function watch(page, { origin, has }, allowed) {
  const troubles = [];
  page.on("console", (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !allowed.some((pattern) => pattern.test(text))) troubles.push(`console: ${text}`);
  });
  page.on("pageerror", (error) => troubles.push(`error of the page: ${error.stack ?? error}`));
  page.on("crash", () => troubles.push("the page crashed"));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["data:", "blob:"].includes(url.protocol)) return;
    if (url.origin !== origin) troubles.push(`a request left for ${url.href}`);
    else if (has && !has(url.pathname)) troubles.push(`a request for ${url.pathname}, which is no file of the site`);
  });
  page.on("websocket", (socket) => troubles.push(`a socket was opened to ${socket.url()}`));
  await page.exposeFunction("halfturnForbidden", (what) => troubles.push(`the content security policy forbade ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
      window.halfturnForbidden(`${violatedDirective} ${blockedURI} of ${sourceFile}`));
  });
  return troubles;
}

/// Opens a page of its own, with nothing kept from others. `solid`: with cubes in three dimensions, which are slow to draw without
/// a graphics card; else they are flat. `place`: { origin, address, has }, or an origin. Returned: the page, and `close()`, which
/// tells what went wrong on it.
export async function openPage(browser, place, { hash = "", viewport = kDesktop, scheme = "light", motion = "reduce", allowed = [], solid = false, before: first, context: more = {} } = {}) {
  const where = typeof place === "string" ? { origin: place, address: `${place}/` } : place;
  const kept = { cookies: [], origins: [{ origin: where.origin, localStorage: solid ? [] : [{ name: "halfturn.flat", value: "1" }] }] };
  const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: motion, acceptDownloads: true, storageState: kept, ...more });
  const opened = await openIn(context, where, { hash, allowed, first });
  return { ...opened, close: () => context.close() };
}

/// The first page of a test, and `open()` for more of them.
async function openIn(context, where, { hash, allowed, first, prepare }) {
  context.setDefaultTimeout(kPatience);
  const pages = [];
  const all = [];
  const open = async (address) => {
    const page = await context.newPage();
    pages.push(page);
    all.push(await watch(page, where, allowed));
    await prepare?.(page);
    if (first) await page.addInitScript(first); // runs in the page before all else
    await page.goto(address);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    return page;
  };
  const page = await open(where.address + hash);
  return { context, page, open, troubles: () => all.flat(), close: () => Promise.all(pages.map((one) => one.close())) };
}

/// Pages of a site of files, which keeps its tables in the browser: all tests of a process share them, and nothing else.
class SharedTables {
  #contexts = new Map(); // by what a page cannot change for itself
  constructor(browser, where) {
    this.browser = browser;
    this.where = where;
  }
  async open({ hash = "", viewport = kDesktop, scheme = "light", motion = "reduce", allowed = [], solid = false, before: first, context: more = {} } = {}) {
    const key = JSON.stringify(more);
    if (!this.#contexts.has(key)) this.#contexts.set(key, await this.browser.newContext({ acceptDownloads: true, viewport, ...more }));
    let fresh = true;
    const prepare = async (page) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion });
      if (fresh) await page.addInitScript(forget, !solid); // what another test left behind
      fresh = false;
    };
    return openIn(this.#contexts.get(key), this.where, { hash, allowed, first, prepare });
  }
}

/// Once for each tab, before the page begins.
function forget(flat) {
  if (sessionStorage.getItem("test.begun")) return;
  sessionStorage.setItem("test.begun", "1");
  localStorage.clear();
  if (flat) localStorage.setItem("halfturn.flat", "1");
}

/// One browser for all tests of a process, be they of one file or of several (site/all.mjs), and one server of a site's files.
const common = { users: 0 };

async function share() {
  common.users += 1;
  common.ready ??= (async () => {
    common.browser = await launch();
    if (!kSite) return;
    common.files = await serveFiles(kSite);
    common.pages = new SharedTables(common.browser, common.files);
  })();
  await common.ready;
}

async function leave() {
  common.users -= 1;
  if (common.users > 0) return;
  await common.browser?.close();
  await common.files?.stop();
}

/// A `halfturn serve` for all tests of a file. Returned: a function to write a test with. It gets the page, opened at
/// `hash`, and the server to compare with. The option `only`, "server" or "site": a flow that the other one does not have, which is
/// tested to be absent there (site/offers.test.mjs).
/// The option `alone`: in a browser without tables, whatever other tests have built.
export function site(serverOptions = {}) {
  const shared = {};
  before(async () => {
    await share();
    shared.server = await serve(typeof serverOptions === "function" ? await serverOptions() : serverOptions);
  });
  after(async () => {
    await leave();
    await shared.server?.end();
  });
  return function pageTest(name, options, run) {
    if (options.only && options.only !== (kSite ? "site" : "server")) return;
    test(name, async (t) => {
      const { browser, files, pages } = common;
      const { server } = shared;
      const opened = pages && !options.alone ? await pages.open(options) : await openPage(browser, files ?? server.origin, options);
      try {
        await run({ ...opened, server, browser, files, get: (id) => opened.page.getByTestId(id), t });
        assert.deepEqual(opened.troubles(), [], "the page must be free of errors, and talk to nobody but where it came from");
      } catch (error) {
        await keepPicture(opened.page, name, t);
        if (opened.troubles().length > 0) t.diagnostic(opened.troubles().join("\n"));
        throw error;
      } finally {
        await opened.close();
      }
    });
  };
}

/// What the page looked like when a test failed.
async function keepPicture(page, name, t) {
  const folder = path.join(tmpdir(), "halfturn-web-failed");
  const file = path.join(folder, `${name.replace(/[^a-z0-9]+/gi, "-").slice(0, 80)}.png`);
  try {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: file, timeout: 5000 });
    t.diagnostic(`${page.url()}: see ${file}`);
  } catch {
    // a page that is gone has no picture
  }
}
