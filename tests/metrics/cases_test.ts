import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as core from "judgebias";
import { pairComposition, responseLengths } from "@/figures/multi_crit/tables.ts";
import { frameClusters } from "@/metrics/pair_rows.ts";
import { groupRows } from "@/metrics/metric_table.ts";
import { philautiaOfMatrix } from "@/metrics/philautia.ts";
import { testCases } from "../cases.ts";
import { jsonLines } from "../judge/study.ts";

const own = (means: object, of?: object) => (frame: never, options: object) =>
  core.ownMetric(frame, { means, ...of, ...options } as never);
type Cells = Record<string, number | string>;
const judge = ({ choice }: Cells) => choice === "A", people = ({ human }: Cells) => human === "A";
const right = (side: string) => (row: Cells) => row.more_informative === side ? row.choice === "A" : null;
const inner = {
  ...{ frameClusters, groupRows, pairComposition, philautiaOfMatrix, responseLengths },
  ratioOfA: own({ judge, people }, { of: (found: Cells) => +found.judge / +found.people, scale: "ratio" }),
  shareRight: own({ right: ({ choice, human }: Cells) => choice === human }),
  shareShownA: own({ first: ({ shown }: Cells) => shown === "A" }),
  halfOfA: own({ judge, people }, { of: () => 0.5 }),
  roundOfA: own({ judge }, { of: (found: Cells) => Math.round(+found.judge * 0.9) }),
  ratioBelow: own({ judge, people }, { of: (m: Cells) => -2 * +m.judge / (1 + +m.people), scale: "ratio" }),
  meanScore: own({ score: ({ score }: Cells) => score }),
  idsLessCds: own({ ids: right("A"), cds: right("B") }, { of: (m: Cells) => +m.ids - +m.cds }),
  /** `agreement` as a reader's frame has it, and how many sentences it prints. */
  printedBy(pairs: Parameters<typeof core.agreement>[0], options: object) {
    const { warn } = console, frame = core.readPairs(pairs);
    let printed = 0;
    console.warn = () => printed++;
    try {
      const [{ n }] = core.agreement(frame, { ...options, by: [] }).toRecords();
      return { n, printed };
    } finally {
      console.warn = warn;
    }
  },
  drop: own({ drop: (row: Cells) => +row.unbiased - +row.x }),
  unlike: own({ judge: ({ choice }: Cells) => choice && choice === "A", people }, {
    of: (m: Cells) => +m.judge - +m.people,
  }),
  infinite: own({ it: () => Infinity }),
  textOf: own({ choice: ({ choice }: Cells) => choice }),
};

// Cases by hand and refusals of metrics, a line each.
testCases(new URL("./cases.jsonl", import.meta.url), { ...core, ...inner });

/** Where every metric is named, and what is written there; those in `but` are not. */
const LISTS = jsonLines("tests/metrics/lists.jsonl") as { file: string; write: string; but?: string }[];

Deno.test("a metric stands in all lists of metrics, and a value from outside holds it", () => {
  const read = (path: string) => readFileSync(path, "utf8");
  const byHand = jsonLines("tests/metrics/cases.jsonl").flatMap(({ gives = {} }) =>
    Object.keys(gives).filter((name) => Object.keys(gives[name] ?? {}).length > 0)
  );
  const golden = read("tests/metrics/golden_test.ts").match(/(?<=core\.)\w+/g) ?? [];
  const exported = read("lib/mod.ts").matchAll(/^export \{([^}]*)\} from "\.\/(metrics\/\w+\.ts)"/gm);
  const missing = [...exported].flatMap(([, names, file]) => {
    const code = read(`lib/${file}`);
    return (names.match(/(?<!\btype )\b(?!type\b)[a-z]\w*/g) ?? []).flatMap((name) => {
      const at = code.search(new RegExp(`export function ${name}[(<]`));
      const own = code.slice(code.lastIndexOf("/**", at), code.indexOf("\n}", at));
      const isIn = ({ file, but = "" }: typeof LISTS[number]) =>
        but.split(" ").includes(name) ||
        file.endsWith("level_test.ts") && !/(\b|_)low\b|interval\(/.test(own) ||
        (file.endsWith("cases.jsonl")
          ? [...byHand, ...golden].includes(name)
          : new RegExp(`\\b${name}\\b`).test(read(file)));
      return LISTS.filter((list) => !isIn(list)).map(({ file, write }) =>
        `${name} is missing in ${file}: ${write}`
      );
    });
  });
  assert.ok(missing.length === 0, `\n${missing.join("\n")}`);
});
