import { kColourNames } from "../ui/Colour";
import { kColourOf } from "../cube/Net";
import { Button } from "../ui/Button";
import { ErrorNote } from "../ui/ErrorNote";
import type { Colour } from "../engine/engine";
import type { App } from "./app";

/// Why the shared position cannot be read, with the cubes that are near as buttons. `drawn`: somebody draws colours and has typed no
/// letters, so letters of faces are said as colours, and no place in a text is shown.
export function PositionProblem({ app, drawn }: { app: App; drawn?: boolean }) {
  const { problem, text } = app.position;
  if (!problem) return null;
  const say = drawn ? inColours : (words: string) => words;
  return (
    <ErrorNote problem={{ ...problem, message: say(problem.message), hint: say(problem.hint) }} text={drawn ? undefined : text}>
      {problem.repairs && problem.repairs.length > 0 && (
        <div class="row" data-testid="repairs">
          <span>Possible cubes that are near:</span>
          {problem.repairs.map(({ what, facelets }) => (
            <Button key={facelets} small onClick={() => app.setScramble(facelets, "facelets")} data-testid="repair">{inColours(what)}</Button>
          ))}
        </div>
      )}
    </ErrorNote>
  );
}

/// "make U9 U" becomes "make U9 white": a letter by itself is a colour, one with a number a place.
function inColours(words: string): string {
  return words.replace(/(?<![\w'"])[URFDLB](?![\w'"])/g, (face) => kColourNames[kColourOf[face] as Colour]);
}
