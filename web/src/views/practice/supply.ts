import type { Colour, Engine, Lengths, ScrambleResult } from "../../engine/engine";

/// A scramble to practise on, and how few moves its stage takes on each colour that counts.
export interface Exercise {
  scramble: string;
  lengths: Partial<Lengths>;
}

/// The fewest moves, and the colours with which so few are enough.
export function bestOf(lengths: Partial<Lengths>): { optimum: number; colours: Colour[] } | null {
  const known = (Object.entries(lengths) as [Colour, number | null][]).filter((entry): entry is [Colour, number] => entry[1] !== null);
  if (known.length === 0) return null;
  const optimum = Math.min(...known.map(([, length]) => length));
  return { optimum, colours: known.filter(([, length]) => length === optimum).map(([colour]) => colour) };
}

interface Pending {
  condition: string;
  promise: Promise<Exercise>;
  control: AbortController;
}

/// Draws scrambles, one ahead, so that the next is there at once. What was drawn for another condition is dropped.
export class Supply {
  private ahead: Pending | null = null;
  private known = new Map<string, Exercise>(); // by stage, colours and scramble: nothing need be computed twice

  constructor(private readonly engine: Engine) {}

  async take(stage: string, condition: string, signal: AbortSignal): Promise<Exercise> {
    const ahead = this.ahead?.condition === condition ? this.ahead : null;
    if (!ahead) this.drop();
    this.ahead = null;
    const exercise = await (ahead ? ahead.promise.catch(() => this.draw(stage, condition, signal)) : this.draw(stage, condition, signal));
    if (!signal.aborted) this.prefetch(stage, condition);
    return exercise;
  }

  prefetch(stage: string, condition: string): void {
    if (this.ahead?.condition === condition) return;
    this.drop();
    const control = new AbortController();
    const promise = this.draw(stage, condition, control.signal);
    const mine: Pending = { condition, promise, control };
    this.ahead = mine;
    promise.catch(() => {
      if (this.ahead === mine) this.ahead = null; // nobody waits for it yet: the next take() asks again, and says what is wrong
    });
  }

  drop(): void {
    this.ahead?.control.abort();
    this.ahead = null;
  }

  lengthsOf(stage: string, colours: string, scramble: string): Partial<Lengths> | null {
    const lengths = this.known.get(`${stage} ${scramble}`)?.lengths;
    if (!lengths) return null;
    const wanted = [...colours].map((colour) => [colour, lengths[colour as Colour] ?? null] as const);
    return wanted.some(([, length]) => length === null) ? null : (Object.fromEntries(wanted) as Partial<Lengths>);
  }

  private async draw(stage: string, condition: string, signal: AbortSignal): Promise<Exercise> {
    const result: ScrambleResult = await this.engine.scramble({ count: 1, where: condition }, signal);
    const { moves, stages } = result.scrambles[0]!;
    const exercise = { scramble: moves, lengths: stages[stage] ?? {} };
    this.known.set(`${stage} ${moves}`, exercise);
    return exercise;
  }
}
