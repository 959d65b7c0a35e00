import type pl from "nodejs-polars";
import type { Words } from "../progress/require.ts";
import type { ColumnSpec, FrameName, FrameTable } from "./frames.ts";

/** The Polars types of a frame's columns, by name: `{ judge: pl.Utf8, image: pl.Bool, words_a: pl.Int32, … }`. */
export type ColumnTypes<Name extends FrameName> = {
  [Column in keyof FrameTable[Name]["columns"]]: FrameTable[Name]["columns"][Column] extends
    { categories: true } ? pl.Utf8 | pl.Categorical
    : FrameTable[Name]["columns"][Column] extends { type: infer Type extends ColumnSpec["type"] }
      ? { text: pl.Utf8; integer: pl.Int32; number: pl.Float64; boolean: pl.Bool }[Type]
    : never;
};

/** Columns by name that an editor completes; any other text is taken too, for frames have columns beside these. */
export interface KnownColumns<Types extends { [Column in keyof Types]: pl.Series["dtype"] }> {
  getColumn<Column extends keyof Types & string>(name: Column): pl.Series<Types[Column], Column>;
  // In a union with plain `string` the names would not be completed.
  select(...columns: (keyof Types | string & Record<never, never> | pl.Expr)[]): pl.DataFrame;
}

/** A verb of Polars that only takes rows away or moves them: what it gives is the same kind of frame. */
export type Keeping<Verb, Frame> = Verb extends // Some are called in two ways.
{ (...one: infer One): unknown; (...other: infer Other): unknown }
  ? ((...one: One) => Frame) & ((...other: Other) => Frame)
  : Verb extends (...options: infer Options) => unknown ? (...options: Options) => Frame
  : never;

/** The names of those verbs. */
export type KeepingVerb = Words<"clone filter head limit slice sort tail unique where">;

/** What is known of a frame beside its being one: its columns, also after verbs that only take rows away or move them. */
export type NamedColumns<Name extends FrameName> =
  & KnownColumns<ColumnTypes<Name>>
  & { [Verb in KeepingVerb]: Keeping<pl.DataFrame[Verb], FrameOf<Name>> };

/**
 * A frame whose columns an editor completes and the compiler knows the types of, also after rows were filtered, sorted or cut. It is
 * a `pl.DataFrame`, goes wherever one is wanted, and takes any other column's name as well: files have columns beside these.
 *
 * Polars' own `DataFrame<{ judge: pl.Utf8, … }>` does not do: it takes the schema for complete, so that
 * `readRatings(path).toRecords()[0]["gpt-4o"]` is an error (TS7053: 'gpt-4o' does not exist), and so is
 * `readPairs(path).select("judge", "score").toRecords() as { score: string }[]` (TS2352: 'score' is missing).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { type FrameOf, readPairs } from "judgebias";
 *
 * const pairs: FrameOf<"pairs"> = readPairs("data/examples/pairs.csv");
 * const choices: (string | null)[] = pairs.head(3).getColumn("choice").toArray();
 * assert.equal(choices.length, 3);
 * ```
 */
export type FrameOf<Name extends FrameName> = NamedColumns<Name> & pl.DataFrame;

/** The columns that are known of a frame by its type; of any other frame those that all have. */
export type ColumnsOf<Frame> = Frame extends FrameOf<infer Name> ? keyof ColumnTypes<Name> & string : never;

/** Columns that some frame has, for an editor to complete, and any other text: in a union with plain `string` they would not be. */
export type ColumnName =
  | { [Name in FrameName]: keyof ColumnTypes<Name> & string }[FrameName]
  | string & Record<never, never>;

/** What the caller calls our columns: a name, or several, of which each file takes the first that it has. */
export type ToldColumns = ByColumn<string | readonly string[]>;

/** Values by column: those that some frame has are completed. */
export type ByColumn<Value> =
  & { [Name in FrameName as keyof ColumnTypes<Name> & string]?: Value }
  & { [column: string]: Value };
