import { sentences } from "../progress/own_facts.ts";

/** What readers, judges, perturbations and figures say, by a name: `data/facts/reading.json`, `judging.json` and `drawing.json`. */
export const said = sentences("reading", "judging", "drawing");

export function refusing(name: string, found?: object, more?: ErrorOptions) {
  return new RangeError(said(name, found), more);
}

export const mistaken = (name: string, found?: object) => new TypeError(said(name, found));
