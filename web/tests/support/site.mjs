/// Tests of the page in a real browser. Every page that a test opens fails it on an error of the page, on what the content security
/// policy had to forbid, and on any request that would leave this machine.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./program.mjs";

const kArguments = [
  "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
];
const kPatience = 20_000; // ms: for what a slow machine needs, not for what is expected
export const kDesktop = { width: 1280, height: 800 };
export const kPhone = { width: 360, height: 740 };

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: kArguments });
}

/// What must not happen on a page, as it happens. `allowed`: patterns of console messages that the test provokes.
async function watch(page, origin, allowed) {
  const troubles = [];
  page.on("console", (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !allowed.some((pattern) => pattern.test(text))) troubles.push(`console: ${text}`);
  });
  page.on("pageerror", (error) => troubles.push(`error of the page: ${error.stack ?? error}`));
  page.on("crash", () => troubles.push("the page crashed"));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== origin) troubles.push(`a request left for ${url.href}`);
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
/// a graphics card; else they are flat. Returned: the page, and `close()`, which tells what went wrong on it.
export async function openPage(browser, origin, { hash = "", viewport = kDesktop, scheme = "light", motion = "reduce", allowed = [], solid = false, before: first, context: more = {} } = {}) {
  const kept = { cookies: [], origins: [{ origin, localStorage: solid ? [] : [{ name: "halfturn.flat", value: "1" }] }] };
  const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: motion, acceptDownloads: true, storageState: kept, ...more });
  context.setDefaultTimeout(kPatience);
  if (first) await context.addInitScript(first); // runs in the page before all else
  const all = [];
  const open = async (address) => {
    const page = await context.newPage();
    all.push(await watch(page, origin, allowed));
    await page.goto(address);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    return page;
  };
  const page = await open(`${origin}/${hash}`);
  return { context, page, open, troubles: () => all.flat(), close: () => context.close() };
}

/// One browser and one server for all tests of a file. Returned: a function to write a test with. It gets the page, opened at
/// `hash`, and the server to compare with.
export function site(serverOptions = {}) {
  const shared = {};
  before(async () => {
    shared.server = await serve(typeof serverOptions === "function" ? await serverOptions() : serverOptions);
    shared.browser = await launch();
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.end();
  });
  return function pageTest(name, options, run) {
    test(name, async (t) => {
      const { browser, server } = shared;
      const opened = await openPage(browser, server.origin, options);
      try {
        await run({ ...opened, server, browser, get: (id) => opened.page.getByTestId(id), t });
        assert.deepEqual(opened.troubles(), [], "the page must be free of errors, and talk to nobody but its server");
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
