const PREFERENCES: Record<string, string> = { a: "A", b: "B", "1": "A", "2": "B", tie: "tie", "=": "tie" };

/** A preference in the spellings that occur: A, `A > B`, `Response A`, `model_a`, 1, tie. */
export function letterOf(value: unknown): string | null {
  const [first] = String(value ?? "").split(">");
  const key = first.toLowerCase().replace(/^.*?(response|resp|model|pred)[\s._]*/, "").replace(
    /[[\]\s."']/g,
    "",
  );
  return PREFERENCES[key] ?? null;
}
