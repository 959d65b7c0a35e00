import { CHOSEN, type FrameLike, htmlTable, textTable } from "./frame_table.ts";
import { WrongType } from "./require_no_more.ts";
import {
  type Bundle,
  FACE,
  folded,
  inHtml,
  isPicture,
  notebookDisplay,
  pictureBundle,
  ShownText,
  shownWhole,
  withFaces,
} from "./shown_text.ts";
import { hasMethod, inWords, isPlain, printable, rowsInWords, shortly, told } from "./told.ts";

export { inWords, notebookDisplay, printable, rowsInWords };

/**
 * Shows things in a notebook cell, each as what it is: a frame as a table (20 rows, a column's numbers with the same decimals, p to four of them, of more than ten columns an estimate and its limits first, texts at the left, numbers at the right, long texts cut, warnings
 * whole, empty where there is no value, null and NaN alike), a rendered figure (anything with an `svg`) as a picture, the result of a hypothesis as its own readable table (any
 * object with `Symbol.for("Jupyter.display")`), text as text, a record of up to ten values as a row, other values as JSON, to 4 digits. Outside Jupyter it prints.
 *
 * Make `await show(…)` the last statement of a cell: it waits until the outputs are out, which Deno's kernel does not do
 * by itself, so that none is lost.
 *
 * @example
 * ```ts
 * import { show } from "judgebias";
 *
 * await show("two lines", { of: "output" });
 * ```
 */
export async function show(...things: unknown[]): Promise<void> {
  const display = notebookDisplay(), bundles: Bundle[] = [];
  for (const thing of things) {
    // What is there already is printed before what follows, also where nobody waits.
    const given = thing instanceof Promise ? await thing : thing;
    const value = hasMethod(given, "toFrame") ? (given as { toFrame(): unknown }).toFrame() : given;
    if (display) bundles.push(bundle(value));
    else console.log(printable(printed(value)));
  }
  if (display) await shownWhole(display, bundles);
}

export function bundle(value: unknown): Bundle {
  if (isFrame(value)) return { "text/html": htmlTable(value), "text/plain": textTable(value) };
  const own = ownDisplay(value);
  if (own) return own;
  if (isPicture(value)) return pictureBundle(value);
  if (typeof value === "string") return { "text/html": htmlText(value), "text/plain": value };
  const frame = asRow(value), text = { "text/plain": printed(value) };
  return frame ? { "text/html": htmlTable(frame, false), ...text } : text;
}

function asRow(value: unknown): FrameLike | null {
  const row = isPlain(value) ? flat(value) : null, columns = Object.keys(row ?? {});
  if (!row || columns.length === 0 || columns.length > CHOSEN) return null;
  const frame = { columns, height: 1, head: () => frame, toRecords: () => [row] };
  return frame;
}

/** A text for reading is a paragraph whose lines stand; one that is set in columns or indented keeps its places. */
function htmlText(text: string): string {
  if (/^ |\S {2,}\S|^```/m.test(text)) return String(ownDisplay(new ShownText(text))!["text/html"]);
  return `<p class="tex2jax_ignore" style="white-space:pre-line;overflow-wrap:anywhere">${inHtml(text)}</p>`;
}

/** A record's values by their paths (`tokens.input`); null where one is a list or of a kind of its own. */
function flat(record: Record<string, unknown>, path = ""): Record<string, unknown> | null {
  const parts = Object.entries(record).map(([key, value]) => {
    if (isPlain(value)) return flat(value, `${path}${key}.`);
    return value !== null && ["object", "function"].includes(typeof value) ? null : { [path + key]: value };
  });
  return parts.includes(null) ? null : Object.assign({}, ...parts);
}

function printed(value: unknown): string {
  if (typeof value === "string") return value;
  if (isFrame(value)) return textTable(value);
  if (isPicture(value)) return "(a figure; notebooks show it)";
  const own = ownDisplay(value);
  if (own) return String(own["text/plain"]);
  const row = asRow(value), text = row && textTable(row, 1).replace("\n1 row", "");
  // One that is wider than its terminal is read value by value.
  if (text && !/^no room for /m.test(text)) return text;
  if (typeof value === "number") return String(value);
  // What Polars has not worked out yet is thousands of lines of its own state.
  if (["collect", "agg", "alias"].some((method) => hasMethod(value, method))) return told(value);
  return JSON.stringify(
    value,
    function (key, one) {
      // Frames and columns write their bytes where they stand in a list or a record.
      const given: unknown = this[key];
      if (["toRecords", "toFrame"].some((method) => hasMethod(given, method))) return told(given);
      if (one instanceof Map) return Object.fromEntries(one);
      if (one instanceof Set) return [...one];
      // A picture's bytes are no text; a few numbers are.
      if (ArrayBuffer.isView(given)) {
        const numbers = [...given as Float64Array];
        return numbers.length > CHOSEN ? told(given) : numbers;
      }
      if (typeof one === "number" && Number.isFinite(one)) return shortly(one);
      return typeof one === "bigint" || typeof one === "number" ? String(one) : one;
    },
    2,
  ) ?? String(value);
}

const isFrame = (value: unknown): value is FrameLike => hasMethod(value, "toRecords");

function ownDisplay(value: unknown): Bundle | null {
  if (typeof value !== "object" || value === null) return null;
  const faces = value as Record<symbol, unknown>;
  const display = faces[Symbol.for(FACE)] ?? faces[Symbol.for("Jupyter.display")];
  return typeof display === "function" ? display.call(value) : null;
}

/** Lets something say the way by members that it lacks; copies and comparisons see data only. */
export const withRefused = <T extends object>(
  value: T,
  names: readonly string[],
  refused: (name: string) => void,
): T =>
  Object.defineProperties(
    value,
    Object.fromEntries(names.map((name) => [name, { get: () => refused(name), configurable: true }])),
  );

const saying = (way: string) => (name: string): never => {
  throw new WrongType(`${name}: wanted a member of the result, found none; ${way}`);
};

export const sayingPValue = <T extends { pValue: number }>(result: T): T =>
  withRefused(result, ["p", "pval", "p_value"], saying("is it pValue?"));

/** Lets a picture, and a promise of one, say how it is kept. */
export const sayingSave = <T extends object>(picture: T): T =>
  withRefused(picture, ["save", "savefig", "write", "to_file"], saying(SAVE));

const SAVE = 'say exportFigure(await chart(…), "figures", { name: "bias" }) /* from judgebias/figures */';

/** Gives an object a face for notebooks and consoles, made when it is asked for and no field: copies and comparisons see data only. */
export function displayed<T extends object>(value: T, face: (value: T) => unknown): T {
  const short = "(a figure; as the last line of a cell it is shown by await)";
  const text = () => folded(isPicture(value) ? short : printed(face(value)));
  return withFaces(isPicture(value) ? sayingSave(value) : value, text, () => bundle(face(value)));
}
