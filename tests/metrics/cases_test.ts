import * as core from "judgebias";
import { pairComposition, responseLengths } from "@/figures/multi_crit/composition.ts";
import { frameClusters } from "@/metrics/pair_rows.ts";
import { extremes } from "@/metrics/metric_columns.ts";
import { groupRows } from "@/metrics/metric_table.ts";
import { philautiaOfMatrix } from "@/metrics/philautia.ts";
import { testCases } from "../cases.ts";

// Cases by hand and refusals of metrics, a line each.
const inner = { extremes, frameClusters, groupRows, pairComposition, philautiaOfMatrix, responseLengths };
testCases(new URL("./cases.jsonl", import.meta.url), { ...core, ...inner });
