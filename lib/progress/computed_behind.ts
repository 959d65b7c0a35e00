/** Under which name a computed frame remembers what stands behind it; what is made of it by its own members remembers it too. */
export const BEHIND = Symbol("behind");

/** What an estimate is held against. */
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
  /** That others beside them are not. */
  isMixed?: boolean;
  /** That it was read, and not computed. */
  isRead?: boolean;
  /** NaN where its intervals are of several. */
  level?: number;
  /** By column; estimates that are not named are held against 0. */
  effects?: Readonly<Record<string, Effect>>;
}

/** What a frame remembers; nothing of what is none. */
export const behindOf = (frame: unknown) => (Object(frame) as { [BEHIND]?: Behind })[BEHIND];

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
  const levels = new Set(computed.flatMap(({ level }) => level ?? []));
  return {
    simulated: all.some(({ simulated }) => simulated),
    isMixed: all.some(({ isMixed }) => isMixed) ||
      computed.some(({ simulated }) => !simulated) && all.some(({ simulated }) => simulated),
    isRead: first.isRead,
    level: levels.size > 1 ? NaN : [...levels][0],
    effects: effectsAfter(own, member, given, columns),
  };
}

/** What an estimate is held against of which nothing is told. */
export const NONE: Effect = { none: 0, isRatio: false };

/** What both of two are held against; NaN where that differs. */
export const shared = (one: Effect, other: Effect): Effect =>
  one.none === other.none && one.isRatio === other.isRatio
    ? { ...one, called: one.called === other.called ? one.called : undefined }
    : { none: NaN, isRatio: false };

/** The same by the names that estimates then have; of a join those of both frames, of rows below each other what these share. */
function effectsAfter(
  own: Behind | undefined,
  member: PropertyKey,
  given: readonly unknown[],
  columns: readonly string[],
): Behind["effects"] {
  const mine = own?.effects ?? {}, behind = behindOf(given[0]), theirs = behind?.effects ?? {};
  const named = (effects: object, name: (column: string) => string) =>
    Object.fromEntries(Object.entries(effects).map(([column, effect]) => [name(column), effect]));
  if (member === "rename") return named(mine, (column) => Object(given[0])[column] ?? column);
  if (member === "join") {
    const { suffix = "_right" } = Object(given[1]);
    return { ...named(theirs, (column) => columns.includes(column) ? column + suffix : column), ...mine };
  }
  // Only metrics are held against something.
  if (behind?.level === undefined || own?.level === undefined) return { ...theirs, ...mine };
  const columnsOfBoth = Object.keys({ ...theirs, ...mine });
  return Object.fromEntries(
    columnsOfBoth.map((column) => [column, shared(mine[column] ?? NONE, theirs[column] ?? NONE)]),
  );
}
