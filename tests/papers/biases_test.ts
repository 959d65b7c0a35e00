import assert from "node:assert/strict";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_tables.ts";
import { BIAS_TYPES } from "@/results/frames.ts";

Deno.test("the taxonomy is that of Table 1", () => {
  const published = publishedTable("mm-judgebias-table1-taxonomy").map((row) => ({
    ...{ name: row.bias_type, dimension: row.dimension, metric: row.metric },
    changes: row.component_changed.split("+"),
  }));
  assert.deepEqual(
    BIASES.map(({ name, dimension, metric, changes }) => ({
      ...{ name, dimension, metric, changes: [...changes] },
    })),
    published,
  );
});

Deno.test("the frame of score pairs knows these bias types, and blank_image of the ablation", () => {
  assert.deepEqual([...BIAS_TYPES], [...BIASES.map(({ type }) => type), "blank_image"]);
});
