/// The moves of what somebody typed: commas, brackets and curly apostrophes are forgiven, and "R2'" is R2.
export function wordsOf(text: string): string[] {
  return tidy(text).split(" ").filter(Boolean);
}

export function tidy(text: string): string {
  return text.replace(/[’‘`´]/g, "'").replace(/[(),;]/g, " ").replace(/\s+/g, " ").trim();
}
