import pl from "nodejs-polars";
import { birchTable6 } from "../../papers/birch.ts";
import { fixed, signed } from "../theme.ts";
import { birchFigure } from "./birch_figure.ts";

export const table6 = birchFigure({
  file: "table6_seconds.ts",
  number: "Table 6",
  title: "Inference time per item",
  kind: "table",
  frames: [],
  available: ["published"],
  build: () => {
    const rows = birchTable6();
    return Promise.resolve({
      body: {
        kind: "table",
        table: {
          columns: [{ key: "method", label: "Method", align: "left" }, { key: "seconds", label: "Seconds" }],
          rows: rows.map(({ method, seconds, change }) => ({
            cells: {
              method,
              seconds: {
                text: fixed(seconds, 2),
                note: change === null ? undefined : `(${signed(change, 1)})`,
              },
            },
          })),
        },
      },
      data: pl.DataFrame([
        pl.Series("method", rows.map(({ method }) => method), pl.Utf8),
        pl.Series("seconds", rows.map(({ seconds }) => seconds), pl.Float64),
        pl.Series("change", rows.map(({ change }) => change), pl.Float64),
        pl.Series("provenance", rows.map(() => "published"), pl.Utf8),
      ]),
      caption:
        "LLaVA-OneVision-1.5-8B on one A100: BIRCH needs one more pass than Base. n is not stated, and no interval can " +
        "be given. All numbers are as published.",
      alt: "Table: Base 3.87 seconds, BIRCH 7.47 seconds per item.",
    });
  },
});
