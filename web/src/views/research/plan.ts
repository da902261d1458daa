import type { CosetRequest } from "../../engine/engine";

/// What to do with the coset, as the address says it.
export interface CosetPlan {
  mode: "prove" | "explore";
  prove: number;
  search: number; // explore: search all sequences so deep
  depth: number; // explore: then prepasses to here
}
export const kLimits = { prove: [12, 20], search: [1, 16], depth: [1, 20] } as const;
const kDefaults: CosetPlan = { mode: "prove", prove: 20, search: 14, depth: 18 };

export function planOf(params: Record<string, string | undefined>): CosetPlan {
  const within = (name: "prove" | "search" | "depth") => {
    const text = params[name];
    const [least, most] = kLimits[name];
    return text !== undefined && /^\d{1,2}$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : kDefaults[name];
  };
  const search = within("search");
  return { mode: params["do"] === "explore" ? "explore" : "prove", prove: within("prove"), search, depth: Math.max(search, within("depth")) };
}

/// Defaults stay out of the address.
export function planChanges(plan: CosetPlan): Record<string, string | undefined> {
  const unless = (value: number, usual: number) => (value === usual ? undefined : String(value));
  const explore = plan.mode === "explore";
  return {
    do: explore ? "explore" : undefined,
    prove: explore ? undefined : unless(plan.prove, kDefaults.prove),
    search: explore ? unless(plan.search, kDefaults.search) : undefined,
    depth: explore ? unless(plan.depth, kDefaults.depth) : undefined,
  };
}

export function depthsOf(plan: CosetPlan): Pick<CosetRequest, "prove" | "search_depth" | "depth"> {
  return plan.mode === "prove" ? { prove: plan.prove } : { search_depth: plan.search, depth: plan.depth };
}

export function lastDepth(request: CosetRequest): number {
  return request.prove ?? Math.max(request.depth ?? 0, request.search_depth ?? 0);
}
