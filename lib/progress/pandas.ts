import { ownFacts } from "./own_facts.ts";

/** What people write who know pandas, what is written here, and the words that ask for it (R's too). */
export const PANDAS = new Map(
  Object.entries(ownFacts<Record<string, { here: string; words: string }>>("pandas")),
);

/** Members of pandas' frames by which ours are told from what else may stand in their place (`told`): they are asked for. */
const ASKED_FOR = ["agg"];

/** What stands behind a frame: getters of pandas' members that say what is written here. Members of Polars and columns come before them. */
const BEHIND = Object.create(
  Object.prototype,
  Object.fromEntries(
    [...PANDAS.values()].flatMap(({ words }) => words.split(", "))
      .filter((word) => /^\w+$/.test(word) && !ASKED_FOR.includes(word))
      .map((name) => [name, { get: () => refuse(name), configurable: true }]),
  ),
);

function refuse(name: string): never {
  const said = [...PANDAS].filter(([, { words }]) => words.split(", ").includes(name))
    .toSorted(([a], [b]) => Number(b.includes(`.${name}`)) - Number(a.includes(`.${name}`)))
    .slice(0, 3).map(([habit, { here }]) => `for ${habit} say ${here}`);
  throw new TypeError(
    `${name}: wanted a member of Polars' frames, found one of pandas or R; ${said.join("; ")}`,
  );
}

interface Sortable {
  sort(...given: never[]): unknown;
}

/** Lets a frame say what pandas' members, and its `ascending`, are written as here. */
export function withHabits<Frame extends Sortable>(frame: Frame): Frame {
  const { sort } = frame;
  if (Object.getPrototypeOf(frame) === BEHIND) return frame;
  if (typeof sort === "function") {
    frame.sort = (...given) =>
      given.some((one) => Object.hasOwn(Object(one), "ascending"))
        ? refuse("ascending")
        : sort.apply(frame, given);
  }
  return Object.setPrototypeOf(frame, BEHIND);
}
