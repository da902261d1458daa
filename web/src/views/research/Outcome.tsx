import type { CosetRequest, CosetResult } from "../../engine/engine";
import { duration, whole } from "../../ui/quantity";

/// What it came to, in a sentence.
export function Outcome({ result, request }: { result: CosetResult; request: CosetRequest }) {
  const { proved, remaining, positions, solved_singly, stopped, seconds } = result;
  const kind = proved !== null ? "good" : stopped ? "waiting" : request.prove !== undefined ? "wrong" : "waiting";
  return (
    <div class={`note ${kind} outcome`} role="status" data-testid="coset-outcome">
      <p><strong>{headline(result, request)}</strong></p>
      <p>
        {proved !== null && solved_singly > 0 && `Prepasses reached all but ${whole(solved_singly)}; those were solved one by one. `}
        {proved === null && remaining > 0 && `${whole(remaining)} of ${whole(positions)} positions were not reached. `}
        {duration(seconds)}.
      </p>
    </div>
  );
}

function headline({ proved, positions, stopped }: CosetResult, request: CosetRequest): string {
  if (proved !== null) return `Proved: all ${whole(positions)} positions take at most ${proved} moves.`;
  if (stopped) return "Stopped. What was found until then:";
  return request.prove !== undefined ? `Not proved: some positions may take more than ${request.prove} moves.` : "Explored.";
}
