import { figure, type NamedFigure } from "../figure.ts";
import { bars } from "../recipes/row_chart.ts";
import { counted } from "../theme.ts";
import { counts, printedCounts, SUBTOTAL, TOTAL, total, withSums } from "./counts.ts";

/** Colours by the place of a task, dark and light in turn. */
const COLORS = ["#0b4f8a", "#e08a2e", "#00766c", "#9c88c4"];

const domains = (values: ReturnType<typeof withSums>) => values.filter(({ keys }) => keys.domain !== TOTAL);

export const siteSunburst: NamedFigure<"site-sunburst"> = figure("site-sunburst", {
  title: "Samples by task and domain",
  number: "Project page",
  needs: ["score_domains"],
  published: () => domains(withSums(printedCounts("domains"), "domains")),
  computed: async (context) => domains(withSums(await counts(context, "domains"), "domains")),
  recipe: async (values, look) => {
    const tasks = [...new Set(values.map(({ keys }) => keys.task_type))];
    // Rows are named: a legend of the colours would say the same.
    const { legend: _, ...drawn } = await bars({
      rows: ["task_type", "domain"],
      series: "task_type",
      colors: Object.fromEntries(tasks.map((task, i) => [task, COLORS[i % COLORS.length]])),
      names: { [SUBTOTAL]: "all" },
      order: {
        rows: tasks.flatMap((task) => [
          `${task}\n${SUBTOTAL}`,
          ...values.filter(({ keys }) => keys.task_type === task).map(({ keys }) =>
            `${task}\n${keys.domain}`
          ),
        ]),
      },
      unit: "number",
      decimals: 0,
      label: "Samples",
    })(values, look);
    return drawn;
  },
  words: (values) => ({
    caption: `${
      counted(total(values))
    } samples: of each task type, then of its domains. The page shows a sunburst of the same numbers.`,
    alt: `Bars of ${counted(total(values))} samples in task types and their domains.`,
  }),
});
