import * as core from "judgebias";
import { pairComposition, responseLengths } from "@/figures/multi_crit/tables.ts";
import { frameClusters } from "@/metrics/pair_rows.ts";
import { groupRows } from "@/metrics/metric_table.ts";
import { philautiaOfMatrix } from "@/metrics/philautia.ts";
import { testCases } from "../cases.ts";

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
