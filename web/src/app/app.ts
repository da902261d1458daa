import type { Abilities, About, Engine, InputKind, PositionInfo, Problem, Tables } from "../engine/engine";
import type { Home } from "./home";
import type { ParamChanges, Params, Place, ViewName } from "./state";

/// The position that all views speak of: what somebody typed, and what the engine makes of it.
export interface PositionState {
  text: string; // "" is a solved cube
  input: InputKind;
  info: PositionInfo | null; // of this text; null while it is being read or if it cannot be
  last: PositionInfo | null; // the latest that could be read: to go on showing a cube meanwhile
  problem: Problem | null;
}

export interface NavigateOptions {
  replace?: boolean; // do not leave a step for the Back button: for what changes with every key
}

/// What every view gets, a new object whenever something in it has changed.
export interface App {
  engine: Engine;
  home: Home;
  about: About | null; // null until the engine has answered
  abilities: Abilities; // of `about`, or what is assumed until then
  tables: Tables | null;
  offline: boolean; // the engine does not answer; the page looks for it twice a second
  trouble: Problem | null; // why the engine refuses to speak with this page at all
  epoch: number; // grows when the engine is back or a table has become ready: what failed may be tried again
  place: Place; // where we are, as the address says it
  position: PositionState;
  /// A whole-word parameter of the address, such as a stage's name.
  word(name: string): string;
  setScramble(text: string, input?: InputKind, options?: NavigateOptions): void;
  /// To a view with these parameters; the scramble goes along where the view uses one.
  navigate(view: ViewName, params?: ParamChanges, options?: NavigateOptions): void;
  /// Changes parameters of the address, in the same view.
  setParams(changes: ParamChanges, options?: NavigateOptions): void;
  /// For href: "#/cfop?scramble=..."
  hash(view: ViewName, params?: ParamChanges): string;
  /// For sharing: the whole address.
  link(view: ViewName, params?: ParamChanges): string;
  /// To be told of every call that failed because the engine is away: the page then looks for it, and raises the epoch when it is back.
  lost(): void;
  /// Asks for the tables now, for instance after a build was started.
  refreshTables(): void;
}

export type { ParamChanges, Params, Place, ViewName };
