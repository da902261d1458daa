/// What went wrong, so that a person can mend it.
export interface Problem {
  kind: "bad_input" | "machine" | "damaged" | "missing" | "stopped" | "busy" | "unavailable" | "forbidden" | "offline";
  message: string;
  hint: string;
  line: number | null; // from 1
  column: number | null; // from 1, in characters
  stickers?: number[]; // of facelets: the places 0 .. 53 that are wrong or in doubt
  repairs?: { what: string; facelets: string }[]; // possible cubes that are near
  member?: string; // which argument it is about
  build?: string; // the group of tables that this needs
}

/// Every call that fails rejects with this, except for one that was aborted: that rejects with the reason of its signal.
export class HalfturnError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.name = "HalfturnError";
  }
  get kind(): Problem["kind"] {
    return this.problem.kind;
  }
  /// What would be right, or what to do.
  get hint(): string {
    return this.problem.hint;
  }
  get line(): number | null {
    return this.problem.line;
  }
  get column(): number | null {
    return this.problem.column;
  }
}

export function problem(kind: Problem["kind"], message: string, hint = ""): Problem {
  return { kind, message, hint, line: null, column: null };
}
