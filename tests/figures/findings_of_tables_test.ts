import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { sampleCorrelation } from "simple-statistics";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { jsonLines } from "../judge/study.ts";

const { min, max, abs } = Math;

type Row = Record<string, string> & { value: number };

/** Numbers of a figure or table by quantity and keys. */
async function tableOf(id: string) {
  const { data, caption } = await renderFigure(id);
  const rows = data.toRecords() as unknown as Row[];
  const values = (quantity: string, keys: Record<string, string> = {}) =>
    rows.filter((row) => row.quantity === quantity && Object.entries(keys).every(([k, v]) => row[k] === v))
      .map(({ value }) => value);
  const one = (quantity: string, keys: Record<string, string> = {}) => {
    const found = values(quantity, keys);
    assert.equal(found.length, 1, `${id} ${quantity} ${JSON.stringify(keys)}`);
    return found[0];
  };
  const levels = (key: string) => [...new Set(rows.map((row) => row[key]))];
  /** Rows of one level of a key, each less the row of another level that is else the same. */
  const changes = (key: string, first: string, second: string) =>
    rows.filter((row) => row[key] === first).map((row) => {
      const { experiment, judge, benchmark, split } = row;
      const same = { experiment, judge, benchmark, split, [key]: second };
      return { ...row, value: row.value - one(row.quantity, same) };
    });
  return { caption, rows, values, one, levels, changes };
}

const ends = (numbers: number[]) =>
  `${min(...numbers).toFixed(3)} to ${max(...numbers).toFixed(3)} of ${numbers.length}`;
const share = (numbers: number[], is: (one: number) => boolean) =>
  `${numbers.filter(is).length} of ${numbers.length}`;

/** How far one quantity lies above another of the same judge and benchmark, where both are known. */
function gapsOf(
  { rows, values }: Awaited<ReturnType<typeof tableOf>>,
  more: string,
  less: string,
  keys = {},
) {
  const own = rows.filter((row) =>
    row.quantity === more && Object.entries(keys).every(([k, v]) => row[k] === v)
  );
  const gaps = own.map(({ value, judge, benchmark, pipeline }) =>
    value - (values(less, { judge, benchmark, pipeline })[0] ?? NaN)
  );
  return gaps.filter((gap) => !Number.isNaN(gap));
}

const three = ["integrality", "robustness", "overall"] as const;

/** What captions say first, and whether the numbers say so too. */
const FINDINGS: Record<string, [RegExp, (table: Awaited<ReturnType<typeof tableOf>>) => unknown]> = {
  "birch-table1": [
    /4\.02 points at most; .* two of six/,
    ({ values }) => max(...values("IRS")) === 0.0402 && values("IRS").filter((irs) => irs < 0).length === 2,
  ],
  "birch-table2": [/26\.0 to 45\.5 points of 31\.6 to 60\.6/, ({ values }) => {
    const [before, after] = [values("IB"), values("IB_equalized")];
    return [min(...after), max(...after), min(...before), max(...before)].join() === "0.26,0.455,0.316,0.606";
  }],
  "birch-table3": [
    /best for all eight judges/,
    ({ values, one, levels }) =>
      levels("judge").length === 8 &&
      levels("judge").every((judge) =>
        levels("benchmark").every((benchmark) =>
          max(...values("Acc", { judge, benchmark })) === one("Acc", { judge, benchmark, pipeline: "birch" })
        )
      ),
  ],
  "birch-table8": [
    /raises accuracy and lowers IB and LB for all five/,
    ({ values }) =>
      values("change of Acc").every((x) => x > 0) &&
      [...values("change of IB"), ...values("change of LB")].every((x) => x < 0),
  ],
  "birch-table7": [/more than nine of ten/, ({ values }) => min(...values("Match rate")) > 0.9],
  "mm-judgebias-table2": [
    /at most 0\.589.*at least 0\.869/,
    ({ values }) =>
      max(...values("image_dominance")) === 0.589 && min(...values("instruction_misalignment")) === 0.869,
  ],
  "mm-judgebias-table3": [
    /lowers the mean of all three/,
    ({ one, levels }) =>
      levels("judge").slice(0, 3).every((judge) =>
        one("overall", { judge, prompt: "abstention" }) < one("overall", { judge, prompt: "score" })
      ),
  ],
  "mm-judgebias-table4": [
    /best prompt for all three/,
    ({ values, one, levels }) =>
      levels("judge").every((judge) =>
        max(...values("overall", { judge })) === one("overall", { judge, prompt: "reasoning" })
      ),
  ],
  "mm-judgebias-table13": [
    /0\.94 to 0\.97/,
    ({ values }) =>
      ["A", "B", "C"].flatMap((setting) => values(setting)).every((bc) => abs(bc - 0.955) < 0.0195),
  ],
  "mm-judgebias-table14": [
    /Integrality of all three judges falls/,
    ({ one, levels }) =>
      levels("judge").every((judge) =>
        [three[0], three[2]].every((mean) =>
          one(mean, { judge, prompt: "abstention" }) < one(mean, { judge, prompt: "score" })
        )
      ),
  ],
  "mm-judgebias-table16": [
    /best mean, and their least Robustness/,
    ({ values, one, levels }) =>
      levels("judge").every((judge) =>
        one(three[2], { judge, prompt: "reasoning" }) === max(...values(three[2], { judge })) &&
        one(three[1], { judge, prompt: "reasoning" }) === min(...values(three[1], { judge }))
      ),
  ],
  "philautia-table2": [
    /nearer to 0 for all twelve/,
    ({ one, levels }) =>
      levels("generator").every((generator) =>
        abs(one("Φ̃", { generator, evaluator: "Pomms" })) < abs(one("Φ̃", { generator, evaluator: "Self" }))
      ),
  ],
  "multi-crit-table5": [
    /164 words in the median, elsewhere 49 to 99/,
    ({ values }) => values("q50").toSorted((a, b) => a - b).join() === "49,72,89,99,164",
  ],
  "multi-crit-table16": [
    /every metric of both 8B judges/,
    ({ values }) =>
      ["pluralistic_accuracy", "conflict_matching_rate", "tradeoff_sensitivity", "criterion_average"].every((
        metric,
      ) =>
        ["InternVL3.5-8B", "Qwen3-VL-8B"].every((judge) =>
          values(metric, { judge, way: "Δ" }).every((x) => x > 0)
        )
      ),
  ],
  "real-length": [
    /all 160 cases .* in 7 of 40, all with LLaMA2, the shorter one in none/,
    ({ rows }) => {
      const clear = rows.filter((row) => Number(row.p_adjusted) < 0.05);
      return rows.length === 40 && clear.length === 7 &&
        clear.every(({ model, value }) => model === "LLaMA2" && value > 0);
    },
  ],
  "philautia-fig4": [
    /24 of 24 .* prints 26 and says the sign of 14 more/,
    ({ rows }) => rows.length === 40 && rows.filter(({ printed }) => printed).length === 26,
  ],
  "real-slots": [
    /16 of 27 cases the left is favoured by more than 50 points, in 5 the right/,
    ({ rows, values }) => {
      const own = rows.filter(({ quantity, judge }) => quantity === "acc_first" && judge !== "random");
      const gaps = own.map(({ value, judge, condition }) =>
        value - values("acc_second", { judge, condition })[0]
      );
      return share(gaps, (gap) => gap > 0.5) === "16 of 27" && share(gaps, (gap) => gap < 0) === "5 of 27";
    },
  ],
};

/** What captions say in a template, whose `${…}` are worked out from the rows of the figure (`rows`, `values`, `one`, `levels`) with these. */
const SAID = jsonLines("tests/figures/said.jsonl") as { figure: string; said: string; from?: string }[];
const WORDS = {
  ...{ min, max, abs, share, ends, gapsOf, correlation: sampleCorrelation },
  sum: (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0).toLocaleString("en"),
  points: (value: number, digits = 1) => (100 * value).toFixed(digits).replace("-", "−"),
  /** The ends of so many numbers, in points. */
  range: (values: number[], n: number) => {
    assert.equal(values.length, n);
    return [min, max].map((end) => WORDS.points(end(...values))).join(" to ");
  },
  /** Estimates of a quantity among the findings that are kept of a source. */
  kept: (source: string, quantity: string) =>
    [...readFileSync(`data/findings/${source}.csv`, "utf8").matchAll(new RegExp(`,${quantity},([^,]+)`, "g"))]
      .map(([, value]) => Number(value)),
  signed: (value: number, digits = 1) => (value > 0 ? "+" : "−") + (100 * abs(value)).toFixed(digits),
};

/** Digits that are no finding: of names, places in papers, years, units, intervals and counts of rows that the library writes, ends of scales. */
const OTHER =
  /[A-Za-z][\w.-]*\d[\w.-]*|(Tables?|Figures?|section|Gemini|Claude) [\d.]+|\b(19|20)\d\d\b|× 100|\d+% intervals|n = [\d,–]+|\b[01]\b(?![.,]\d)/g;

for (const { id } of figures.filter(({ kind }) => kind === "chart" || kind === "table")) {
  Deno.test(`${id}: the numbers of its caption follow from its rows`, async () => {
    const table = await tableOf(id), { caption } = table;
    const known = { ...WORDS, table, ...table };
    const said = SAID.filter(({ figure }) => figure === id).map(({ said, from }) => {
      const words: string = new Function(...Object.keys(known), `return \`${said}\``)(
        ...Object.values(known),
      );
      assert.ok(
        said.includes("${") || from,
        `${id}: "${said}" works nothing out, nor says where it is \`from\``,
      );
      assert.ok(caption.includes(words), `${id}: its rows give "${words}", its caption says "${caption}"`);
      return words;
    });
    const [found = ""] = FINDINGS[id]?.[0].exec(caption) ?? [];
    const rest = [found, ...said].reduce((text, words) => text.replace(words, " … "), caption).replace(
      OTHER,
      " ",
    );
    const numbers = rest.match(/[−+]?\d[\d.,]*%?/g) ?? [];
    assert.ok(
      numbers.length === 0,
      `${id}: nothing works out ${
        numbers.join(", ")
      } of its caption "${caption}": write a line in tests/figures/said.jsonl, ` +
        'such as {"figure": "…", "said": "at most ${points(max(...values(\'IB\')))} points"}',
    );
  });
}

for (const [id, [said, holds]] of Object.entries(FINDINGS)) {
  Deno.test(`${id}: what its caption says first is so`, async () => {
    const table = await tableOf(id);
    assert.match(table.caption, said);
    assert.ok(holds(table));
  });
}
