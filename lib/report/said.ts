import { sentences } from "../progress/own_facts.ts";

/** What reports say, by a name: `data/facts/reporting.json`. */
export const said = sentences("reporting");
