import { color } from "d3-color";
import { namesLike, requireDecimals, requireOptions } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";
import { isFrame } from "../../results/frame.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, isKnown, type Unit } from "./recipe.ts";

const UNITS: readonly Unit[] = ["percent", "points", "number"];

/** Throws where a recipe is given options or a unit that it does not know: they would be passed over without a word. */
export function requireRecipeOptions(
  action: string,
  options: { unit?: Unit; decimals?: number; colors?: Colors; groups?: string | { colors?: Colors } },
  known: readonly string[],
): void {
  if (Array.isArray(options) || isFrame(options)) {
    const found = isFrame(options) ? told(options) : "it handed over as it is";
    throw new TypeError(
      `${action}: wanted the recipe made (chart(frame, { recipe: ${action}(), … })), found ${found}`,
    );
  }
  requireOptions(action, options, known);
  const { unit, decimals, colors, groups } = options;
  requireDecimals(action, decimals);
  requireColors(action, { ...colors, ...(typeof groups === "object" ? groups.colors : {}) });
  if (unit === undefined || UNITS.includes(unit)) return;
  throw new RangeError(
    `${action}: wanted the unit ${UNITS.join(", ")}, found ${namesLike([String(unit)], UNITS)}`,
  );
}

type Colors = Readonly<Record<string, string>>;

/** Throws for a colour that is none: what it should colour would be missing from the picture. */
export function requireColors(action: string, colors: Colors): void {
  for (const [name, one] of Object.entries(colors)) {
    if (typeof one === "string" && color(one) !== null) continue;
    throw new RangeError(
      `${action}: wanted colours as CSS has them ("steelblue", "#4682b4"), found ${told(one)} for ${name}`,
    );
  }
}

const namesOf = (channel: Channel | undefined): readonly string[] =>
  channel === undefined ? [] : typeof channel === "string" ? [channel] : channel;

/** Throws where a recipe names a key that no value has, or where several values would stand in one place (told apart by `channels` and `more`). */
export function requireMarks(
  action: string,
  values: readonly Value[],
  options: object,
  channels: Readonly<Record<string, Channel>>,
  more: (value: Value) => readonly unknown[] = () => [],
): void {
  const keys = [...new Set(values.flatMap((value) => Object.keys(value.keys)))];
  for (const option of Object.keys(channels)) {
    const channel = (options as Readonly<Record<string, Channel | undefined>>)[option];
    const unknown = namesOf(channel).filter((name) => name !== "quantity" && !keys.includes(name));
    if (unknown.length > 0 && values.length > 0) {
      throw new RangeError(
        `${action}: wanted ${option} out of ${[...keys, "quantity"].join(", ")}, found ${
          namesLike(unknown, keys)
        }`,
      );
    }
  }
  const drawn = values.filter(isKnown);
  const places = grouped(
    drawn,
    (value) => [...Object.values(channels).map((one) => channelOf(one, value)), ...more(value)].join("\n\n"),
  );
  const several = [...places.values()].find(({ length }) => length > 1);
  if (!several) return;
  const apart = ["quantity", ...keys].filter((key) =>
    new Set(several.map((value) => channelOf(key, value))).size > 1
  );
  const where = Object.values(several[0].keys).filter((key) => key !== "").join(", ");
  throw new RangeError(
    `${action}: wanted one value per mark, found ${several.length} values per mark (${where}): ` +
      (apart.length > 0
        ? `name ${apart.join(", ")} among ${Object.keys(channels).join(", ")}, or draw fewer rows`
        : "no key tells them apart; name the column that does among the keys, or draw fewer rows"),
  );
}
