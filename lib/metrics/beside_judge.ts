import pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { ONE_BENCHMARK } from "../results/recurring_ids.ts";
import { knownOf, requireColumns } from "../results/require_valid_frame.ts";
import { told } from "../progress/told.ts";
import type { MetricOptions } from "./metric_types.ts";
import { matchSides, PAIRS_KEY } from "./pair_rows.ts";

/** The rows of other judges, each with what one judge said on the same in the place of people; `isAlone` where it said nothing of it. */
export function besideJudge(
  action: string,
  pairs: pl.DataFrame,
  other: string,
  where: MetricOptions["where"],
) {
  requireColumns(action, pairs, ["judge", "item_id", "choice"]);
  const { codes, levels } = factor(pairs.getColumn("judge")), own = levels.indexOf(other);
  const way = where && "judge" in where ? "; leave judge out of where" : "";
  const found = own < 0
    ? `a judge to compare with among ${levels.map(told).join(", ")}, found ${told(other)}${way}`
    : levels.length < 2 && `rows of another judge than ${told(other)}, found none${way}`;
  if (found) throw new RangeError(`${action}: wanted ${found}`);
  const key = PAIRS_KEY.filter((name) => name !== "judge" && pairs.columns.includes(name));
  const partner = new Int32Array(pairs.height).fill(-1);
  for (const judge of levels.keys()) {
    if (judge === own) continue;
    const { first, second } = matchSides(action, pairs, key, (row) => [judge, own].indexOf(codes[row]));
    first.forEach((row, i) => partner[row] = second[i]);
  }
  if (!partner.some((row) => row >= 0)) {
    const apart = key.filter((name) => {
      const { codes: values } = factor(pairs.getColumn(name));
      const owns = new Set(values.filter((_, row) => codes[row] === own));
      return !values.some((value, row) => codes[row] !== own && owns.has(value));
    });
    const way = apart.includes("benchmark") ? ` (${ONE_BENCHMARK})` : "";
    const why = apart.length > 0 ? `; no ${apart.join(", no ")} is common to both${way}` : "";
    throw new RangeError(
      `${action}: wanted rows of other judges that differ from one of ${told(other)} in the judge alone (${
        key.join(", ")
      }), found none${why}`,
    );
  }
  const said = pairs.getColumn("choice").toArray();
  const human = pl.Series("human", Array.from(partner, (row) => row < 0 ? null : said[row]), pl.Utf8);
  const isOther = Array.from(codes, (code) => code !== own);
  const beside = pairs.withColumns(human).filter(pl.Series("is_other", isOther, pl.Bool));
  // No key stands twice, as the match has seen; and no judge's verdict is a label that other rows of the item could take.
  knownOf(beside).set("pairs keys", true);
  return { pairs: beside, isAlone: Array.from(partner, (row) => row < 0).filter((_, row) => isOther[row]) };
}
