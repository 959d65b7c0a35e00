/** How the verdict in a whole reply is found, in code. */
const IN_REPLY = {
  brackets: {
    says: "the last verdict in each",
    pattern: "/[^]*\\[\\[([ABC])\\]\\]/",
    then: "?.[1]",
    options: (column: string) => `, { values: { ${column}: { C: "tie" } } }`,
  },
  sentence: {
    says: 'what each calls better in words ("answer A is better", "the better response is B")',
    pattern:
      "/(?:[Aa]nswer|[Rr]esponse|[Aa]ssistant|[Oo]ption) ([AB]) is (?:much |clearly |slightly )?(?:the )?better|" +
      "better (?:answer|response|option|one) is (?:[Aa]nswer |[Rr]esponse )?([AB])\\b/",
    then: "?.slice(1).find(Boolean)",
    options: () => "",
  },
};

/** How a file of whole replies is read, as it is typed. Columns that fit stay, others are told by their paths. */
export function lastVerdicts(
  file: string,
  reply: string,
  column = "choice",
  told: Readonly<Record<string, string>> = {},
  form: keyof typeof IN_REPLY = "brackets",
): string {
  const { says, pattern, then, options } = IN_REPLY[form];
  const at = (path: string) =>
    /^[\p{L}_$][\p{L}\p{N}_$.[\]]*$/u.test(path) ? `one.${path}` : `one[${JSON.stringify(path)}]`;
  const others = Object.entries(told).map(([ours, theirs]) => `${ours}: ${at(theirs)}, `).join("");
  return `${says} is read with readPairs(${rowsOf(file)}.map((one) => ({ ...one, ${others}${column}: ` +
    `${pattern}.exec(${at(reply)})${then} ?? null }))${options(column)})`;
}

/** The rows of a file as records, in code. */
function rowsOf(file: string): string {
  const name = JSON.stringify(file);
  if (/^the (frame|records)$/.test(file)) return file === "the frame" ? "frame.toRecords()" : "records";
  if (/\.parquet$/i.test(file)) return `pl.readParquet(${name}).toRecords()`;
  if (/\.[ct]sv$/i.test(file)) {
    // An id keeps its zeros.
    return `pl.readCSV(${name}, { inferSchemaLength: 0${
      /\.tsv$/i.test(file) ? ', sep: "\\t"' : ""
    } }).toRecords()`;
  }
  const text = `Deno.readTextFileSync(${name})`;
  return /\.json$/i.test(file)
    ? `JSON.parse(${text})`
    : `${text}.trim().split("\\n").map((line) => JSON.parse(line))`;
}
