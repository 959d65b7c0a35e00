import { AsyncLocalStorage } from "node:async_hooks";

/** Whether a figure or a report asks: what is left without rows there is no slip of whoever asked for it, and stands in what is drawn. */
const ASKED = new AsyncLocalStorage<true>();

/** What `make` makes, without a word printed of metrics that are left without rows on the way. */
export const unsaid = <Made>(make: () => Made): Made => ASKED.run(true, make);

/** Prints a sentence, once in a process, unless it is a figure or a report that asks. */
export function sayOnce(text: string): void {
  if (SAID.has(text) || ASKED.getStore()) return;
  SAID.add(text);
  console.warn(text);
}

const SAID = new Set<string>();
