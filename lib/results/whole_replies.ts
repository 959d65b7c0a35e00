import { ownFacts } from "../progress/own_facts.ts";
import { textChunks } from "./read_bytes.ts";
import { csvDelimiter } from "./scan_csv.ts";

/** How the verdict in a whole reply is found, in code: each pattern has the letter in its one group. */
const { replies: FORMS } = ownFacts<{ replies: readonly { says: string; verdict: string }[] }>("words");

/** What is said of replies in which no form is found: their owner writes what stands before the verdict. */
const UNKNOWN = {
  says: "the verdict in each has no form that is known: with what stands before it in the place of …, it",
  verdict: "…\\s*([AB])\\b",
};

/** What a verdict is to us that a form finds under another sign. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ C: "tie", Tie: "tie", "A=B": "tie", 1: "A", 2: "B", a: "A", b: "B" },
};

/** The verdicts that a form finds in a reply, as it writes them. */
const verdictsIn = (verdict: string, reply: string) =>
  [...reply.matchAll(new RegExp(verdict, "g"))].map(([, one]) => one);

/** The forms that some replies have, the one first that says most clearly what most of them choose, then what the others have. */
function formsOf(texts: readonly string[]): { says: string; verdict: string; has: string[] }[] {
  const found = FORMS.map((form) => {
    const has = texts.filter((one) => new RegExp(form.verdict).test(one));
    // A form that names both answers in a reply (a heading for each) says less than one that names one.
    return {
      ...form,
      has,
      clear: has.filter((one) => new Set(verdictsIn(form.verdict, one)).size === 1).length,
    };
  });
  const [best] = found.filter(({ has, clear }) => clear > 0 && 2 * clear >= has.length)
    .sort((a, b) => b.clear - a.clear);
  if (best === undefined) return [];
  const read = new Set(best.has);
  return [best, ...formsOf(texts.filter((one) => !read.has(one)))];
}

/** What is told of the other columns, where the rows that are read are made anew. */
export interface ToldOfRows {
  columns?: Readonly<Record<string, string>>;
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** How a column of whole replies is read, as it is typed, by all forms that they have, the most frequent first; and which have one. */
export function wholeReplies(
  replies: readonly unknown[],
  file: string,
  reply: string,
  column = "choice",
  { columns = {}, values = {} }: ToldOfRows = {},
): { has: readonly string[]; isBracketed: boolean; way: string } {
  const texts = replies.filter((one) => one != null).map(String), found = formsOf(texts);
  const forms = found.length > 0
    ? found
    : texts.length > 0
    ? [{ ...UNKNOWN, has: [] }]
    : [{ ...FORMS[0], has: [] }];
  const has = found.flatMap((form) => form.has), isBracketed = forms[0].verdict === FORMS[0].verdict;
  const said = new Map(has.map((one) => [one, found.flatMap(({ verdict }) => verdictsIn(verdict, one))]));
  const meant = (one: string) => MEANT[one] ?? one;
  const signs = new Set([...isBracketed ? ["C"] : [], ...[...said.values()].flat()]);
  const own = Object.entries(MEANT).filter(([sign]) => signs.has(sign));
  const ties = signs.has("tie") || own.some(([, ours]) => ours === "tie");
  const told = Object.entries({ ...values, [column]: Object.fromEntries(own) })
    .filter(([, map]) => Object.keys(map).length > 0)
    .map(([name, map]) => `${name}: { ${Object.entries(map).map((pair) => keyed(...pair)).join(", ")} }`);
  const at = (path: string) =>
    /^[\p{L}_$](?:[\p{L}\p{N}_$.]|\[(?:\d+|"[^"]*")\])*$/u.test(path)
      // What stands before a step may be missing in a record.
      ? `one.${path.replace(/(?<=.)(?=[.[])/g, "?").replace(/\?\[/g, "?.[")}`
      : `one[${JSON.stringify(path)}]`;
  const others = Object.entries(columns).filter(([ours]) => ours !== column)
    .map(([ours, theirs]) => `${ours}: ${at(theirs)}, `).join("");
  const several = has.filter((one) => new Set(said.get(one)!.map(meant)).size > 1).length;
  const unread = texts.filter((one) => !said.has(one) && !BARE.test(one)).length;
  const way = [
    forms.map(({ says, has }, i) =>
      `${says}${
        has.length === 0 ? "" : i === 0 ? ` (${has.length} of ${texts.length})` : ` (${has.length} more)`
      }`
    ).join(", else "),
    ` is read with readPairs(${rowsOf(file)}.map((one) => ({ ...one, ${others}${column}: `,
    forms.map(({ verdict }) => `/[^]*${verdict}/.exec(${at(reply)})?.[1] ?? `).join(""),
    // Bare verdicts among the replies stay what they are.
    `${BARE}.exec(${at(reply)})?.[0] ?? null }))${
      told.length > 0 ? `, { values: { ${told.join(", ")} } }` : ""
    })`,
    "; other options of yours stay beside it",
    has.length > 0 && unread > 0 ? `; ${unread} of ${texts.length} stay unread so` : "",
    isBracketed && forms.length === 1
      ? ""
      : `; ${
        ties ? "whatever is said otherwise becomes" : "a tie and whatever is said otherwise become"
      } nothing so: look at some of them`,
    several > 0 ? `; ${several} of ${has.length} name different verdicts: look at some of them` : "",
  ].join("");
  return { has, isBracketed, way };
}

/** A verdict alone. */
const BARE = /^(A|B|tie)$/;

/** An entry of a record in code. */
const keyed = (key: string, value: string) =>
  `${/^([A-Za-z_]\w*|[1-9]\d*)$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(value)}`;

/** The rows of a file as records, in code. */
function rowsOf(file: string): string {
  const name = JSON.stringify(file);
  if (/^the (frame|records)$/.test(file)) return file === "the frame" ? "frame.toRecords()" : "records";
  if (/\.parquet$/i.test(file)) return `pl.readParquet(${name}).toRecords()`;
  if (/\.[ct]sv$/i.test(file)) {
    const [head = new Uint8Array()] = textChunks({ path: file, gzip: false }), mark = csvDelimiter(head);
    const sep = mark === "," ? "" : `, sep: ${JSON.stringify(mark)}`;
    // An id keeps its zeros.
    return `pl.readCSV(${name}, { inferSchemaLength: 0${sep} }).toRecords()`;
  }
  const text = `Deno.readTextFileSync(${name})`;
  return /\.json$/i.test(file)
    ? `JSON.parse(${text})`
    : `${text}.split("\\n").filter((line) => line.trim()).map((line) => JSON.parse(line))`;
}
