import type { Colour, StageInfo } from "../../engine/engine";
import { kColourNames } from "../../ui/Colour";

/// What the trainer asks for. All of it stands in the address, so that a link is an exercise.
export interface Settings {
  stage: string;
  colours: string; // those that count, in the order of kPracticeColours
  least: number | null; // moves of the shortest solution
  most: number | null;
  hold: "auto" | Colour; // the colour at the bottom while one solves
}
/// How the trainer behaves; a matter of taste, so kept in the browser and not in the address.
export interface Habits {
  inspection: boolean;
  hideLength: boolean;
  follow: boolean; // the cube makes the moves that are typed
}

export const kPracticeColours: readonly Colour[] = ["W", "Y", "O", "R", "G", "B"];
export const kDefaultSettings: Settings = { stage: "cross", colours: "W", least: null, most: null, hold: "auto" };
export const kDefaultHabits: Habits = { inspection: false, hideLength: false, follow: true };

/// The rotation that brings a colour to the bottom, from white up and green in front.
export const kHolds: Record<Colour, string> = { Y: "", W: "z2", O: "z'", R: "z", G: "x'", B: "x" };

/// The colour at the bottom: where one colour counts, people hold it there; else the cube stays as it was scrambled.
export function heldColour(settings: Settings): Colour {
  if (settings.hold !== "auto") return settings.hold;
  return settings.colours.length === 1 ? (settings.colours as Colour) : "Y";
}

export function isNeutral(settings: Settings): boolean {
  return settings.colours.length === kPracticeColours.length;
}

/// "white", "white or yellow", "any colour"
export function coloursInWords(colours: string): string {
  if (colours.length === kPracticeColours.length) return "any colour";
  const names = [...colours].map((letter) => kColourNames[letter as Colour]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/// The condition for the engine. There always is one, since its stages are the ones whose lengths come with the scramble.
export function conditionOf({ stage, colours, least, most }: Settings): string {
  const side = colours.length === kPracticeColours.length ? "any" : colours;
  const subject = `${stage}(${side})`;
  if (least !== null && most !== null) return least === most ? `${subject}=${least}` : `${subject}=${least}..${most}`;
  if (most !== null) return `${subject}<=${most}`;
  return `${subject}>=${least ?? 0}`;
}

/// Settings that make sense for the stages there are: an old link, or a stage of another variant, must not break the view.
export function sensible(settings: Settings, stages: readonly StageInfo[]): Settings {
  const known = stages.find(({ name }) => name === settings.stage);
  const stage = known ?? stages.find(({ name }) => name === kDefaultSettings.stage);
  const most = stage?.most_moves ?? 20;
  const within = (value: number | null) => (value === null ? null : Math.min(Math.max(0, Math.round(value)), most));
  let [least, upper] = [within(settings.least), within(settings.most)];
  if (least !== null && upper !== null && least > upper) [least, upper] = [upper, least];
  const colours = kPracticeColours.filter((colour) => settings.colours.includes(colour)).join("");
  return { ...settings, stage: stage?.name ?? settings.stage, colours: colours || kDefaultSettings.colours, least, most: upper };
}

type Parameters = Record<string, string | undefined>;

export function settingsOf(parameters: Parameters): Settings {
  const number = (text: string | undefined) => (text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : null);
  const moves = /^(\d{0,2})(\.\.)?(\d{0,2})$/.exec(parameters["moves"] ?? "");
  const least = number(moves?.[1]);
  const hold = parameters["hold"] ?? "auto";
  return {
    stage: parameters["stage"] ?? kDefaultSettings.stage,
    colours: parameters["colours"] === "any" ? kPracticeColours.join("") : (parameters["colours"] ?? kDefaultSettings.colours).toUpperCase(),
    least,
    most: moves?.[2] ? number(moves[3]) : least,
    hold: hold in kHolds ? (hold as Colour) : "auto",
  };
}

/// What the address says; a default is left out, so that addresses stay short.
export function parametersOf(settings: Settings): Record<string, string> {
  const { stage, least, most, hold } = settings;
  const result: Record<string, string> = {};
  if (stage !== kDefaultSettings.stage) result["stage"] = stage;
  if (settings.colours !== kDefaultSettings.colours) result["colours"] = isNeutral(settings) ? "any" : settings.colours;
  if (least !== null || most !== null) result["moves"] = least === most ? `${least}` : `${least ?? ""}..${most ?? ""}`;
  if (hold !== "auto") result["hold"] = hold;
  return result;
}
