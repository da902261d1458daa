import { Button } from "../../ui/Button";

const kFaces = ["U", "R", "F", "D", "L", "B"];
const kOthers = ["Uw", "Rw", "Fw", "Dw", "Lw", "Bw", "M", "E", "S", "x", "y", "z"];
const kTurns = ["", "'", "2"];
const kSaid: Record<string, string> = { "": "", "'": ", counterclockwise", "2": ", twice" };

/// A button for each move, in columns by face.
export function MovePad({ onMove }: { onMove(move: string): void }) {
  return (
    <div class="move-pad" data-testid="move-pad">
      <Pad names={kFaces} onMove={onMove} label="Turns of the faces" />
      <details class="options">
        <summary>Wide moves, slices, rotations</summary>
        <Pad names={kOthers} onMove={onMove} label="Wide moves, slices and rotations" />
      </details>
    </div>
  );
}

function Pad({ names, onMove, label }: { names: readonly string[]; onMove(move: string): void; label: string }) {
  const rows = Array.from({ length: Math.ceil(names.length / 6) }, (_, row) => names.slice(6 * row, 6 * row + 6));
  return (
    <div class="pad" role="group" aria-label={label}>
      {rows.flatMap((row) => kTurns.flatMap((turn) => row.map((name) => (
        <Button key={name + turn} small onClick={() => onMove(name + turn)} aria-label={`${name}${turn}${kSaid[turn]}`} data-testid={`move-${name}${turn}`}>{name}{turn}</Button>
      ))))}
    </div>
  );
}
