import type { About, Engine, InputKind, PositionInfo, Problem, Tables } from "../engine/engine";
import { EngineError } from "../engine/engine";
import type { App, NavigateOptions, PositionState } from "./app";
import type { Home } from "./home";
import { formatHash, parseHash, withChanges, type ParamChanges, type Place, type ViewName } from "./state";

/// Views whose address carries the shared scramble. The others keep it in memory for when one comes back.
const kWithScramble: readonly ViewName[] = ["cube", "cfop", "solve", "research"];
const kReadDelay = 120; // ms after the last key
const kPollBusy = 500; // ms while a table is being built or the engine is away
const kPollIdle = 30_000;

const kLate: Problem = { kind: "offline", message: "the engine does not answer", hint: "", line: null, column: null };

const kSolvedFacelets = [..."URFDLB"].map((face) => face.repeat(9)).join("");
const kSolved: PositionInfo = {
  kind: "moves", facelets: kSolvedFacelets, facelets_by_colour: kSolvedFacelets, pieces: "", orientation: "", moves: "", setup: "", solved: true,
};

/// Keeps what all views share, and makes a new App of it whenever something changes.
export class Store {
  private about: About | null = null;
  private tables: Tables | null = null;
  private offline = false;
  private trouble: Problem | null = null;
  private epoch = 0;
  private place: Place;
  private address = location.hash; // when it was last read or written
  private position: PositionState = { text: "", input: "auto", info: kSolved, last: kSolved, problem: null };
  private reading: AbortController | null = null;
  private readTimer = 0;
  private pollTimer = 0;
  private polling = false;
  private wanting = false;
  private listeners = new Set<() => void>();
  app: App;

  constructor(private readonly engine: Engine, private readonly home: Home) {
    this.place = parseHash(location.hash);
    this.app = this.snapshot();
    this.followAddress(0);
    window.addEventListener("hashchange", () => {
      this.readAddress();
      this.changed();
    });
    const look = () => document.visibilityState === "visible" && this.poll();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    window.addEventListener("online", look);
    this.engine.watchTables(() => void this.poll());
    void this.poll();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private snapshot(): App {
    const { engine, home, about, tables, offline, trouble, epoch, place, position } = this;
    return {
      engine, home, about, abilities: about ?? home.assumed, tables, offline, trouble, epoch, place, position,
      word: (name) => (place.params[name] ?? "").trim().replace(/ /g, "_"),
      setScramble: (text, input, options) => this.after(() => this.setScramble(text, input, options)),
      navigate: (view, params, options) => this.after(() => this.go(this.placeOf(view, params ?? {}), options)),
      setParams: (changes, options) => this.after((view) => {
        if (this.place.view === view) this.go({ view, params: withChanges(this.place.params, changes) }, options); // else they are of the view that was left
      }),
      hash: (view, params) => formatHash(this.placeOf(view, params ?? {})),
      link: (view, params) => location.href.replace(/#.*/, "") + formatHash(this.placeOf(view, params ?? {})),
      lost: () => this.away(),
      refreshTables: () => void this.poll(),
    };
  }
  private changed(): void {
    this.app = this.snapshot();
    for (const listener of this.listeners) listener();
  }

  /// The browser tells of a link that was followed a moment later. What is done on the page meanwhile comes after it: it must not
  /// write the old place over the new one.
  private after(act: (viewBefore: ViewName) => void): void {
    const { view } = this.place;
    if (location.hash !== this.address) this.readAddress();
    act(view);
  }
  private readAddress(): void {
    this.address = location.hash;
    this.place = parseHash(location.hash);
    this.followAddress(0);
  }

  private placeOf(view: ViewName, changes: ParamChanges): Place {
    const { text, input } = this.position;
    const shared: ParamChanges = kWithScramble.includes(view) && text ? { scramble: text, input: input === "auto" ? undefined : input } : {};
    return { view, params: withChanges({}, { ...shared, ...changes }) };
  }

  private go(place: Place, options: NavigateOptions = {}): void {
    const hash = formatHash(place);
    if (hash === formatHash(this.place)) return;
    try {
      history[options.replace ? "replaceState" : "pushState"](null, "", hash);
    } catch {
      // Safari allows a hundred changes in thirty seconds, and fast fingers make more: the address follows a little later.
      setTimeout(() => {
        if (location.hash !== this.address) return; // somebody has gone elsewhere
        history.replaceState(null, "", formatHash(this.place));
        this.address = location.hash;
      }, 3000);
    }
    this.address = location.hash;
    this.place = parseHash(hash);
    this.followAddress(kReadDelay);
    this.changed();
  }

  private setScramble(text: string, input: InputKind = "auto", options: NavigateOptions = {}): void {
    // A walk belongs to the position it started from, and so does the stage it has come to.
    const old = this.place.params.walk === undefined ? {} : { walk: undefined, stage: undefined };
    const params = withChanges(this.place.params, { scramble: text || undefined, input: input === "auto" ? undefined : input, pick: undefined, ...old });
    if (kWithScramble.includes(this.place.view)) this.go({ view: this.place.view, params }, options);
    else {
      this.read(text, input, 0);
      this.changed();
    }
  }

  /// Takes over the scramble that the address has; none is a solved cube. Views that use none leave it as it is.
  private followAddress(delay: number): void {
    const { scramble = "", input } = this.place.params;
    if (!kWithScramble.includes(this.place.view)) return;
    const kind = (["moves", "facelets", "pieces"] as const).find((name) => name === input) ?? "auto";
    if (scramble !== this.position.text || kind !== this.position.input) this.read(scramble, kind, delay);
  }

  private read(text: string, input: InputKind, delay: number): void {
    this.reading?.abort();
    clearTimeout(this.readTimer);
    const { last } = this.position;
    if (text.trim() === "") {
      this.position = { text, input, info: kSolved, last: kSolved, problem: null };
      return;
    }
    this.position = { text, input, info: null, last, problem: null };
    this.readTimer = window.setTimeout(() => void this.ask(text, input), delay);
  }

  private async ask(text: string, input: InputKind): Promise<void> {
    this.reading?.abort();
    const reading = (this.reading = new AbortController());
    try {
      const info = await this.inTime(this.engine.position(text, input, reading.signal));
      if (reading.signal.aborted) return;
      this.position = { text, input, info, last: info, problem: null };
      if (info.setup === null) this.wantTables();
    } catch (trouble) {
      if (reading.signal.aborted) return;
      const problem = problemOf(trouble);
      this.position = { ...this.position, info: null, problem };
      if (problem.kind === "offline") this.away();
      if (problem.retry_after) this.readTimer = window.setTimeout(() => void this.ask(text, input), problem.retry_after * 1000);
    }
    this.changed();
  }

  private away(): void {
    if (this.offline) return;
    this.offline = true;
    this.schedule();
    this.changed();
  }

  /// Looks how the engine and its tables are, and when it is time to look again.
  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    const shown = () => JSON.stringify([this.tables, this.offline, this.trouble, this.about !== null]);
    const before = shown();
    try {
      const tables = await this.inTime(this.engine.tables());
      if (this.offline || !this.about) this.about = await this.inTime(this.engine.about());
      const newly = this.tables !== null && readyCount(tables) > readyCount(this.tables);
      if (newly || this.offline) this.epoch++;
      this.offline = false;
      this.trouble = null;
      this.tables = tables;
      if (this.epoch !== this.app.epoch) this.readAgain();
    } catch (trouble) {
      const problem = problemOf(trouble);
      this.offline = problem.kind === "offline";
      this.trouble = problem.kind === "offline" || problem.kind === "busy" ? null : problem;
    }
    this.polling = false;
    this.schedule();
    if (shown() !== before) this.changed();
  }
  private schedule(): void {
    clearTimeout(this.pollTimer);
    const soon = this.offline || (!this.about && !this.trouble) || this.tables?.building || this.tables?.tables.some((table) => table.state === "building" || table.state === "waiting");
    this.pollTimer = window.setTimeout(() => void this.poll(), soon ? kPollBusy : kPollIdle);
  }

  /// The position again, if it could not be read or lacks what only tables give.
  private readAgain(): void {
    const { text, input, info, problem } = this.position;
    if (text.trim() !== "" && (info ? info.setup === null : problem && problem.kind !== "bad_input")) void this.ask(text, input);
  }

  /// Moves that lead to a position that was given otherwise need tables, which not every engine builds by itself.
  private wantTables(): void {
    if (this.wanting || this.home.wantedTables === null) return;
    this.wanting = true;
    this.engine.buildTables(this.home.wantedTables).then(() => this.readAgain(), () => undefined).finally(() => (this.wanting = false));
  }

  /// What a server knows at once it must say at once: else it counts as away.
  private async inTime<T>(answer: Promise<T>): Promise<T> {
    const { patience } = this.home;
    if (patience === null) return answer;
    let timer = 0;
    const late = new Promise<never>((_, reject) => {
      timer = window.setTimeout(() => reject(new EngineError(kLate)), patience);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function readyCount(tables: Tables): number {
  return tables.tables.filter((table) => table.state === "ready").length;
}

/// What to tell people about anything that was thrown.
export function problemOf(trouble: unknown): Problem {
  if (trouble instanceof EngineError) return trouble.problem;
  const message = trouble instanceof Error ? trouble.message : String(trouble);
  return { kind: "machine", message, hint: "", line: null, column: null };
}
