import { textChunks } from "./read_bytes.ts";
import { csvDelimiter } from "./scan_csv.ts";

/** How the verdict in a whole reply is found, in code: each pattern has the letter in its one group. */
const FORMS = [
  { says: "the last verdict in each", verdict: "\\[\\[([ABC])\\]\\]" },
  {
    says: "the last letter in bold",
    verdict: "\\*\\*(?:(?:[Aa]nswer|[Rr]esponse|[Aa]ssistant|[Oo]ption) )?([AB])[.:]?\\*\\*",
  },
  {
    says: 'the last letter behind "answer", "verdict", "choice" or "winner"',
    verdict:
      `(?:[Aa]nswer|[Vv]erdict|[Cc]hoice|[Ww]inner)["'*\\s]*[:=][\\s"'*[({]*(?:(?:[Aa]nswer|[Rr]esponse) )?([AB])\\b`,
  },
  {
    says: 'what each calls better in words ("answer A is better", "the better response is B")',
    verdict: "\\b([AB])\\b(?:(?= is (?:much |clearly |slightly )?(?:the )?better)|" +
      "(?<=better (?:answer|response|option|one) is (?:[Aa]nswer |[Rr]esponse )?[AB]))",
  },
];

/** What is said of replies in which no form is found: their owner writes what stands before the verdict. */
const UNKNOWN = {
  says: "the verdict in each has no form that is known: with what stands before it in the place of …, it",
  verdict: "…\\s*([AB])\\b",
};

/** How a column of whole replies is read, as it is typed, by the form that most of them have; and how many have it. */
export function wholeReplies(
  replies: readonly unknown[],
  file: string,
  reply: string,
  column = "choice",
  told: Readonly<Record<string, string>> = {},
): { has: readonly string[]; isBracketed: boolean; way: string } {
  const texts = replies.filter((one) => one != null).map(String);
  const found = FORMS.map((form) => ({
    ...form,
    has: texts.filter((one) => new RegExp(form.verdict).test(one)),
  }));
  const best = found.reduce((best, one) => one.has.length > best.has.length ? one : best);
  const { says, verdict, has } = texts.length > 0 && best.has.length === 0 ? { ...UNKNOWN, has: [] } : best;
  const isBracketed = verdict === FORMS[0].verdict;
  const at = (path: string) =>
    /^[\p{L}_$](?:[\p{L}\p{N}_$.]|\[(?:\d+|"[^"]*")\])*$/u.test(path)
      // What stands before a step may be missing in a record.
      ? `one.${path.replace(/(?<=.)(?=[.[])/g, "?").replace(/\?\[/g, "?.[")}`
      : `one[${JSON.stringify(path)}]`;
  const others = Object.entries(told).filter(([ours]) => ours !== column)
    .map(([ours, theirs]) => `${ours}: ${at(theirs)}, `).join("");
  const several =
    has.filter((one) => new Set([...one.matchAll(new RegExp(verdict, "g"))].map(([, it]) => it)).size > 1)
      .length;
  const way = [
    says,
    has.length > 0 ? ` (${has.length} of ${texts.length})` : "",
    ` is read with readPairs(${rowsOf(file)}.map((one) => ({ ...one, ${others}${column}: `,
    // Bare verdicts among the replies stay what they are.
    `/[^]*${verdict}/.exec(${at(reply)})?.[1] ?? /^(A|B|tie)$/.exec(${at(reply)})?.[0] ?? null }))${
      isBracketed ? `, { values: { ${column}: { C: "tie" } } }` : ""
    })`,
    "; other options of yours stay beside it",
    isBracketed ? "" : "; a tie and whatever is said otherwise become nothing so: look at some of them",
    several > 0 ? `; ${several} of ${has.length} name different verdicts: look at some of them` : "",
  ].join("");
  return { has, isBracketed, way };
}

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
