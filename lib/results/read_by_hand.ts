import { existsSync } from "node:fs";
import pl from "nodejs-polars";
import { findTableFiles } from "./find_files.ts";
import { loadTable } from "./load_table.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";

type Reply = { item_id: string; judge: string; criterion?: string; reply: string };
type Meant = Reply & { meant: string };

/** What names a reply in `unread.csv`, whatever a spreadsheet made of its line ends and first sign. */
export const handKey = ({ item_id, judge, criterion, reply }: Reply): string =>
  [item_id, judge, criterion ?? "", reply].map((one) => one.replace(/^'+(?=[=+@-])|\s+/g, " ").trim()).join(
    "\n",
  );

/** The filled rows of a report's `unread.csv`, and their lines. */
function filledRows(path: string) {
  const { frame, file, linesOf } = loadTable(findTableFiles(path, { action: "unread" })[0]);
  const wanted = ["item_id", "judge", "meant", "reply"].find((name) => !frame.columns.includes(name));
  if (wanted) throw new ResultsError({ file, expected: said("unread_wanted", { wanted }) });
  const texts = frame.select(...frame.columns.map((name) => pl.col(name).cast(pl.Utf8).fillNull(pl.lit(""))));
  const rows = (texts.toRecords() as Meant[]).map((one, i) => ({ ...one, file, line: linesOf([i])[0] }));
  return rows.filter(({ meant }) => meant.trim() !== "");
}

/** What replies mean that a person read: what stands in the column `meant` of a report's `unread.csv`, by `handKey`. */
export function readByHand(path: string, isScore: boolean): Map<string, string> {
  const means = new Map<string, string>();
  for (const { file, line, meant, ...about } of filledRows(path)) {
    const value = meant.trim().replace(/^[ab]$/, (letter) => letter.toUpperCase()), key = handKey(about);
    const isOne = isScore ? Number.isFinite(Number(value)) : ["A", "B", "tie"].includes(value);
    if (!isOne || (means.get(key) ?? value) !== value) {
      const expected = isOne ? said("meant_once") : said(isScore ? "meant_score" : "meant_verdict");
      throw new ResultsError({ file, line, column: "meant", value: meant, expected });
    }
    means.set(key, value);
  }
  return means;
}

/** The rows of the file `unread.csv` at this path: replies that nobody has read yet, and those read by hand; what somebody wrote there must be among these. */
export function unreadRows(
  replies: readonly { audit: readonly (Reply & { reason: string })[]; byHand?: readonly Meant[] }[],
  path: string,
): Record<string, string | null>[] {
  const done = replies.flatMap(({ byHand = [] }) => byHand), known = new Set(done.map(handKey));
  if (existsSync(path) && filledRows(path).some((row) => !known.has(handKey(row)))) {
    throw new RangeError(said("unread_kept", { path }));
  }
  return [
    ...replies.flatMap(({ audit }) => audit).map(({ reason, reply, ...about }) => ({
      ...about,
      meant: null,
      reason,
      reply,
    })),
    ...done.map(({ meant, reply, ...about }) => ({ ...about, meant, reason: "read by hand", reply })),
  ];
}
