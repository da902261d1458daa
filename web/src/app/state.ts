/// How the address carries the state: `#/cfop?scramble=R_U-_F2&variant=pseudo~pair`.
/// So that links survive chats and mails, a blank is written _, an apostrophe -, and an underscore ~; everything else that is
/// special is percent-encoded. Reading is lenient: apostrophes and percent-encoded blanks are understood too.

export const kViews = ["cube", "cfop", "solve", "practice", "statistics", "research", "tables"] as const;
export type ViewName = (typeof kViews)[number];
export type Params = Record<string, string>;
export interface Place {
  view: ViewName;
  params: Params;
}
/// Changes to parameters: undefined or "" removes one.
export type ParamChanges = Record<string, string | undefined>;

export function encodeValue(text: string): string {
  const kinds: Record<string, string> = { " ": "_", "\n": "_", "'": "-", "’": "-", "_": "~", "-": "%2D", "~": "%7E" };
  return [...text].map((letter) => kinds[letter] ?? encodeLetter(letter)).join("");
}

function encodeLetter(letter: string): string {
  return /[A-Za-z0-9.,;:()/!*=]/.test(letter) ? letter : encodeURIComponent(letter);
}

export function decodeValue(text: string): string {
  const plain = text.replace(/[_~-]/g, (letter) => (letter === "_" ? " " : letter === "-" ? "'" : "_"));
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain; // a lone % is what it is
  }
}

export function parseHash(hash: string): Place {
  const [path, query = ""] = splitOnce(hash.replace(/^#\/?/, ""), "?");
  const view = kViews.find((name) => name === path.replace(/\/+$/, "")) ?? "cube";
  const params: Params = {};
  for (const part of query.split("&")) {
    if (!part) continue;
    const [name, value = ""] = splitOnce(part, "=");
    params[name] = decodeValue(value);
  }
  return { view, params };
}

export function formatHash({ view, params }: Place): string {
  const query = Object.entries(params).map(([name, value]) => `${name}=${encodeValue(value)}`).join("&");
  return `#/${view === "cube" ? "" : view}${query ? `?${query}` : ""}`;
}

export function withChanges(params: Params, changes: ParamChanges): Params {
  const result: Params = { ...params };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") delete result[name];
    else result[name] = value;
  }
  return result;
}

function splitOnce(text: string, at: string): [string, string?] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + at.length)];
}
