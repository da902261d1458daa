/// What must hold in every view: it fits a phone, in dark and light, and can be used by those who do not see it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { kPhone, kSite, site } from "./support/site.mjs";
import { kStates } from "./support/views.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pageTest = site();

/// What axe-core finds that keeps people from using the page.
async function barriers(page) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} (${failureSummary.split("\n").at(1)?.trim()})`).join("; ")}`);
}

/// How the focus is shown. The control itself, or what stands for it beside it, must look other than
/// without the focus, by an outline or a shadow.
function focusMark() {
  const control = document.activeElement;
  if (control === document.body || control.dataset.met !== undefined) return null; // all have been met
  control.dataset.met = "";
  const stands = [control, control.parentElement, control.nextElementSibling, control.closest("label")].filter(Boolean);
  const look = () => stands.map((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return `${outlineStyle === "none" || outlineWidth === "0px" ? "" : `${outlineWidth} ${outlineColor}`} ${boxShadow}`;
  });
  const name = control.dataset.testid ?? control.getAttribute("aria-label") ?? (control.textContent.trim().slice(0, 40) || control.tagName);
  const withFocus = look();
  const boxes = stands.map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 8 && height > 8);
  const inSight = boxes.some(({ top, bottom, left, right }) => bottom > 0 && top < innerHeight && right > 0 && left < innerWidth);
  control.blur();
  const without = look();
  control.focus({ preventScroll: true });
  return { name, seen: withFocus.some((one, index) => one !== without[index]), inSight };
}

/// All stops of the Tab key, from the top of the page.
async function tabStops(page) {
  await page.evaluate(() => { document.activeElement.blur(); window.scrollTo(0, 0); });
  const stops = [];
  for (let i = 0; i < 150; i++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focusMark);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

/// On a site of files those that differ from the server's; the others are the same files.
const kHere = kSite ? ["cfop", "solve", "tables"] : Object.keys(kStates);

for (const [name, { hash, until, allowed }] of Object.entries(kStates).filter(([state]) => kHere.includes(state))) {
  pageTest(`${name}: nothing keeps people out, light or dark, and every stop of the Tab key can be seen`, { hash, allowed, solid: true }, async ({ page }) => {
    await until(page);
    const grounds = [];
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(350); // colours fade from one to the other
      grounds.push(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
      assert.deepEqual(await barriers(page), [], scheme);
    }
    assert.deepEqual(grounds, ["rgb(246, 245, 241)", "rgb(19, 20, 23)"]);
    const stops = await tabStops(page);
    assert.ok(stops.length > 10, `${stops.length} stops`);
    assert.deepEqual(stops.filter(({ seen }) => !seen).map(({ name: stop }) => stop), [], "not marked");
    assert.deepEqual(stops.filter(({ inSight }) => !inSight).map(({ name: stop }) => stop), [], "out of sight");
  });

  pageTest(`${name}: a phone need not scroll sideways`, { hash, allowed, viewport: kPhone, context: { hasTouch: true, isMobile: true } }, async ({ page }) => {
    await until(page);
    const { wide, window, culprits } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement;
      const inside = (element) => element.closest(".scroll-x, .unseen, svg, twisty-player, [popover]") !== null;
      const over = [...document.querySelectorAll("body *")].filter((element) => !inside(element) && element.getBoundingClientRect().right > clientWidth + 1);
      return { wide: scrollWidth, window: clientWidth, culprits: over.slice(0, 5).map((element) => `${element.tagName}.${element.className}`) };
    });
    assert.equal(window, kPhone.width);
    assert.ok(wide <= window, `${wide} pixels wide because of ${culprits.join(", ")}`);
    assert.deepEqual(culprits, [], "nor is anything cut off at the right");
  });
}

pageTest("dark and light can be chosen, and the choice stays", { hash: "#/" }, async ({ page, get }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.replace("rgba(0, 0, 0, 0)", getComputedStyle(document.documentElement).backgroundColor));
  const [light, dark] = ["rgb(246, 245, 241)", "rgb(19, 20, 23)"];
  assert.equal(await ground(), light);
  await get("theme").click();
  assert.match(await get("theme").getAttribute("aria-label"), /^Colours: light\./);
  await get("theme").click();
  assert.match(await get("theme").getAttribute("aria-label"), /^Colours: dark\./);
  assert.equal(await ground(), dark, "although the system is light");
  await page.reload();
  await get("theme").waitFor();
  assert.equal(await ground(), dark);
  await get("theme").click();
  assert.match(await get("theme").getAttribute("aria-label"), /^Colours: as the system\./);
  assert.equal(await ground(), light);
});
