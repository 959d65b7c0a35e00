import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { computed } from "@/figures/values/computed.ts";
import { published } from "@/figures/values/published.ts";
import { namesOf } from "@/figures/values/value.ts";

Deno.test("values: of a metric's frame and of a printed table, their names", () => {
  const frame = pl.DataFrame({ judge: ["a"], n: [40], ib: [0.3], low: [0.2], high: [0.4] });
  const [value] = computed(frame, { value: "ib", quantity: "IB", n: ["n"] });
  assert.deepEqual([value.keys, value.quantity, value.low, value.n], [{ judge: "a" }, "IB", 0.2, 40]);
  const [first] = published("birch-table1", {
    keys: { judge: "model", benchmark: "benchmark" },
    quantity: "quantity",
    value: "value",
  });
  assert.deepEqual([first.value, first.printed, first.provenance], [0.6645, "66.45", "published"]);
  const both = [value, { ...value, quantity: "LB", value: 0.1 }, { ...value, keys: { judge: "b" } }];
  assert.deepEqual(namesOf(both, "judge"), ["a", "b"]);
});
