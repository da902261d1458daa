import type { App } from "../../app/app";
import { ScrambleBar } from "../../app/ScrambleBar";
import { Choice } from "../../ui/Choice";
import { NumberField } from "../../ui/Field";
import { kLimits, planChanges, type CosetPlan } from "./plan";

interface Props {
  app: App;
  plan: CosetPlan;
  disabled: boolean;
}
/// Which coset, and what to do with it.
export function CosetForm({ app, plan, disabled }: Props) {
  const change = (changes: Partial<CosetPlan>) => app.setParams(planChanges({ ...plan, ...changes }), { replace: true });
  return (
    <div class="coset-form">
      <ScrambleBar app={app} />
      <div class="fields coset-plan">
        <Choice label="What to do" value={plan.mode} onChange={(mode) => change({ mode })} data-testid="coset-mode"
          options={[["prove", "Prove a bound"], ["explore", "Explore"]]} />
        {plan.mode === "prove" ? (
          <NumberField label="Every position within" value={plan.prove} min={kLimits.prove[0]} max={kLimits.prove[1]} disabled={disabled}
            onChange={(prove) => change({ prove })} data-testid="coset-prove" />
        ) : (
          <>
            <NumberField label="Search to depth" value={plan.search} min={kLimits.search[0]} max={kLimits.search[1]} disabled={disabled}
              onChange={(search) => change({ search, depth: Math.max(search, plan.depth) })} data-testid="coset-search-depth" />
            <NumberField label="Prepasses to depth" tip="prepass" value={plan.depth} min={plan.search} max={kLimits.depth[1]} disabled={disabled}
              onChange={(depth) => change({ depth })} data-testid="coset-depth" />
          </>
        )}
      </div>
      {plan.mode === "explore" && plan.search > 15 && <p class="hint">A search to depth 16 takes minutes.</p>}
    </div>
  );
}
