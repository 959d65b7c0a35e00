import type { Unit } from "./told.ts";

/** Under which name a computed frame remembers what stands behind it; what is made of it by its own members remembers it too. */
export const BEHIND = Symbol("behind");

export interface Effect {
  /** Where an effect is none; NaN where rows differ in it. */
  none: number;
  isRatio: boolean;
  /** What its owner calls the estimate. */
  called?: string;
}

/** What a computed frame remembers: that rows behind it are simulated, the level of its intervals, what its estimates are held against. */
export interface Behind {
  simulated: boolean;
  isMixed?: boolean;
  isRead?: boolean;
  /** NaN where its intervals are of several. */
  level?: number;
  /** By column; estimates that are not named are held against 0. */
  effects?: Readonly<Record<string, Effect>>;
  /** Whose limits those of its metric are: the estimate by the column of their lower end. */
  limits?: Readonly<Record<string, string>>;
  /** What estimates are read in whose names do not tell it (`estimate`, `value`), also where their column `unit` was not selected. */
  units?: Readonly<Record<string, Unit>>;
  /** Warnings that stood in its rows when their column was not selected, and what else is said of it. */
  warned?: readonly string[];
  notes?: readonly string[];
}

export const percentOf = (level: number): string =>
  Number.isNaN(level) ? "several levels" : `${Number((100 * level).toFixed(3))}%`;

export const behindOf = (frame: unknown) => (Object(frame) as { [BEHIND]?: Behind })[BEHIND];

export function unselected(frame: { columns: readonly string[] }): readonly string[] {
  const { warned: [text, ...more] = [], notes = [] } = behindOf(frame) ?? {};
  if (!text || frame.columns.includes("warning")) return notes;
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  return [`the column warning, which was not selected, says: ${text}${others}`, ...notes];
}

/** What stands behind what `member` of a frame makes of it and of other frames: one of them that is simulated makes it so. */
export function behindAll(
  own: Behind | undefined,
  member: PropertyKey,
  given: readonly unknown[],
  columns: readonly string[],
): Behind | undefined {
  const all = [own, ...given.map(behindOf)].filter((one) => one !== undefined);
  // Of what was read nothing else is known.
  const computed = all.filter(({ isRead }) => !isRead), [first] = computed.length > 0 ? computed : all;
  if (first === undefined) return;
  const levels = new Set(all.flatMap(({ level }) => level ?? [])), other = Object(given[0]);
  const isJoined = member === "join", { suffix = "_right" } = isJoined ? Object(given[1]) : {};
  const mine = renamed(own, columns, (column) => member === "rename" ? other[column] ?? column : column);
  const theirs = renamed(
    behindOf(other),
    other.columns ?? [],
    (column) => isJoined && columns.includes(column) ? column + suffix : column,
  );
  const effects = { ...theirs.effects, ...mine.effects };
  // Rows below each other that are held against different values are held against none.
  for (const name of isJoined ? [] : Object.keys(theirs.effects)) {
    if (mine.effects[name]) effects[name] = shared(mine.effects[name], theirs.effects[name]);
  }
  const units = { ...theirs.units, ...mine.units };
  // So are rows below each other that are read in different units read in none.
  for (const name of isJoined || !other.columns ? [] : Object.keys(units)) {
    if (mine.units[name] !== theirs.units[name]) units[name] = "number";
  }
  return {
    simulated: all.some(({ simulated }) => simulated),
    isMixed: all.some(({ isMixed }) => isMixed) ||
      computed.some(({ simulated }) => !simulated) && all.some(({ simulated }) => simulated),
    isRead: first.isRead,
    level: levels.size > 1 ? NaN : [...levels][0],
    effects,
    limits: { ...theirs.limits, ...mine.limits },
    units,
    warned: [...new Set(all.flatMap(({ warned = [] }) => warned))],
  };
}

function renamed(behind: Behind | undefined, columns: readonly string[], nameOf: (column: string) => string) {
  const { effects = {}, limits = {}, units = {} } = behind ?? {},
    held = Object.entries(limits).filter(([low]) => columns.includes(low));
  const ofColumns = <Known>(known: Readonly<Record<string, Known>>) =>
    Object.fromEntries(Object.entries(known).map(([column, one]) => [nameOf(column), one]));
  return {
    effects: ofColumns(effects),
    units: ofColumns(units),
    limits: Object.fromEntries(held.map(([low, estimate]) => [nameOf(low), nameOf(estimate)])),
  };
}

export const NONE: Effect = { none: 0, isRatio: false };

export const shared = (one: Effect, other: Effect): Effect =>
  one.none === other.none && one.isRatio === other.isRatio
    ? { ...one, called: one.called === other.called ? one.called : undefined }
    : { none: NaN, isRatio: false };
