import { sentences } from "../progress/own_facts.ts";

/** What metrics and claims say, by a name: `data/facts/measuring.json`. */
export const said = sentences("measuring");
