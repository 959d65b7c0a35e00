import { sentences } from "../progress/own_facts.ts";

/** What readers, judges and perturbations say, by a name: `data/facts/reading.json` and `judging.json`. */
export const said = sentences("reading", "judging");

export function refusing(name: string, found?: object, more?: ErrorOptions) {
  return new RangeError(said(name, found), more);
}
