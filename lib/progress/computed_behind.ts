/** Under which name a computed frame remembers what stands behind it; what is made of it by its own members remembers it too. */
export const BEHIND = Symbol("behind");

/** What a computed frame remembers: that rows behind it are simulated, the level of its intervals, what its `estimate` is held against. */
export interface Behind {
  simulated: boolean;
  /** That it was read, and not computed. */
  isRead?: boolean;
  level?: number;
  /** Where an effect is none, if that is not 0 (NaN: rows differ in it), and whether it is a ratio. */
  none?: number;
  isRatio?: boolean;
  /** What its owner calls the estimate. */
  called?: string;
}

/** What a frame remembers; nothing of what is none. */
export const behindOf = (frame: unknown) => (Object(frame) as { [BEHIND]?: Behind })[BEHIND];

/** What stands behind several frames in one: one of them that is simulated makes it so, all else is what they share. */
export function behindAll(given: readonly (Behind | undefined)[]): Behind | undefined {
  const all = given.filter((one) => one !== undefined), computed = all.filter(({ isRead }) => !isRead);
  // Of what was read nothing else is known.
  const known = computed.length > 0 ? computed : all, [first] = known;
  if (known.length === 0) return;
  const ofAll = <Name extends keyof Behind>(name: Name) =>
    known.every((one) => one[name] === first[name]) ? first[name] : undefined;
  // Only metrics are held against something.
  const metrics = known.filter(({ level }) => level !== undefined), [one = first] = metrics;
  const isAlike = metrics.every(({ none = 0, isRatio = false }) =>
    none === (one.none ?? 0) && isRatio === (one.isRatio ?? false)
  );
  return {
    simulated: all.some(({ simulated }) => simulated),
    ...{
      isRead: first.isRead,
      level: ofAll("level"),
      none: isAlike ? one.none : NaN,
      isRatio: isAlike && one.isRatio,
      called: ofAll("called"),
    },
  };
}
