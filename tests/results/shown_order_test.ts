import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { pairAccuracy } from "@/metrics/pair_accuracy.ts";
import { positionRobustness } from "@/metrics/position_robustness.ts";
import { readLabels } from "@/results/read_labels.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { inFolder } from "./in_folder.ts";

/** Forty items in both orders: a judge that is right on 26 of them whatever the order, in the words of the order it saw. */
const SHOWN = "item_id,judge,human,choice,swapped\n" + Array.from({ length: 40 }, (_, i) => {
  const human = i % 2 === 0 ? "A" : "B", other = human === "A" ? "B" : "A";
  const choice = i < 26 ? human : other, seen = choice === "A" ? "B" : "A";
  return `${i},j,${human},${choice},false\n${i},j,${human},${seen},true`;
}).join("\n");

Deno.test("choices in shown order: turned where the option says so, a warning where it does not", () =>
  inFolder({ "p.csv": SHOWN }, (folder) => {
    const right = readPairs(`${folder}/p.csv`, { choiceOrder: "shown" });
    assert.equal(pairAccuracy(right, { by: [] }).getColumn("accuracy").get(0), 0.65);
    assert.equal(positionRobustness(right, { by: [] }).getColumn("robustness").get(0), 1);
    assert.deepEqual(readReport(right)?.orders, [{ judge: "j", both: 40, flipped: 0 }]);
    assert.equal(readReport(right)?.warnings, undefined);

    const wrong = readPairs(`${folder}/p.csv`);
    assert.equal(pairAccuracy(wrong, { by: [] }).getColumn("accuracy").get(0), 0.5);
    assert.deepEqual(readReport(wrong)?.orders, [{ judge: "j", both: 40, flipped: 40 }]);
    assert.match(
      readReport(wrong)!.warnings![0],
      /^j: 40 of 40 choices .*choiceOrder: "shown", on the command line --choice-order shown$/,
    );

    // The same the other way round: canonical choices read as shown.
    const canonical = right.select("item_id", "judge", "human", "choice", "swapped");
    canonical.writeCSV(`${folder}/canonical.csv`);
    assert.equal(readReport(readPairs(`${folder}/canonical.csv`))?.warnings, undefined);
    const turned = readPairs(`${folder}/canonical.csv`, { choiceOrder: "shown" });
    assert.match(readReport(turned)!.warnings![0], /choiceOrder: "canonical", .* --choice-order canonical$/);
    assert.throws(() => readPairs(`${folder}/p.csv`, { choiceOrder: "seen" as "shown" }), RangeError);
    assert.throws(
      () => readPairs("data/examples/judgebench.jsonl", { choiceOrder: "shown" }),
      /official layout/,
    );
  }));

Deno.test("a judge that mostly follows the slot is no mistake of the order; one order alone is not reported", () => {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const human = i % 2 === 0 ? "A" : "B";
    // 28 of 40 times the first slot, else the right answer; the humans do not care for slots.
    return i < 28
      ? `${i},j,${human},A,false\n${i},j,${human},B,true`
      : `${i},j,${human},${human},false\n${i},j,${human},${human},true`;
  });
  inFolder({
    "p.csv": "item_id,judge,human,choice,swapped\n" + rows.join("\n"),
    "one.csv": "item_id,judge,human,choice\n1,j,A,A\n2,j,B,B\n",
  }, (folder) => {
    assert.deepEqual(readReport(readPairs(`${folder}/p.csv`))?.orders, [{
      judge: "j",
      both: 40,
      flipped: 28,
    }]);
    assert.equal(readReport(readPairs(`${folder}/p.csv`))?.warnings, undefined);
    assert.equal(readReport(readPairs(`${folder}/one.csv`))?.orders, undefined);
  });
});

Deno.test("labels and corrections without a benchmark: an id that is in two is an error, and nothing is changed by it", () =>
  inFolder({
    "one.csv": "item_id,judge,human,choice\n1,j,A,A\n2,j,A,B\n",
    "two.csv": "item_id,judge,human,choice\n1,j,B,A\n3,j,A,B\n",
    "labels.csv": "item_id,more_informative\n1,A\n",
    "unique.csv": "item_id,more_informative\n2,A\n3,B\n",
    "named.csv": "benchmark,item_id,more_informative\none,1,B\n",
    "fixed.csv": "item_id,human\n1,B\n",
    "named_fix.csv": "benchmark,item_id,human\ntwo,1,A\n",
  }, (folder) => {
    const read = (options: Parameters<typeof readPairs>[1]) =>
      readPairs([`${folder}/one.csv`, `${folder}/two.csv`], options);
    const expected = /labels\.csv: wanted the column benchmark, since item 1 is in one and two/;
    assert.throws(() => read({ labels: `${folder}/labels.csv` }), expected);
    assert.throws(
      () => read({ corrections: `${folder}/fixed.csv` }),
      /fixed\.csv: wanted the column benchmark, since item 1 is in one and two/,
    );
    assert.throws(
      () => read({ corrections: pl.DataFrame({ item_id: ["1"], human: ["B"] }) }),
      /the frame of corrections: wanted the column benchmark/,
    );
    const informative = (options: Parameters<typeof readPairs>[1]) =>
      read(options).getColumn("more_informative").toArray();
    assert.deepEqual(informative({ labels: `${folder}/unique.csv` }), [null, "A", null, "B"]);
    assert.deepEqual(informative({ labels: `${folder}/named.csv` }), ["B", null, null, null]);
    // Frames say the same as their files, also where the benchmark is only the file's name.
    assert.deepEqual(informative({ labels: readLabels(`${folder}/unique.csv`) }), [null, "A", null, "B"]);
    assert.deepEqual(informative({ labels: readLabels(`${folder}/named.csv`) }), ["B", null, null, null]);
    assert.throws(() => read({ labels: readLabels(`${folder}/labels.csv`) }), /the column benchmark/);
    const human = read({ corrections: `${folder}/named_fix.csv` }).getColumn("human").toArray();
    assert.deepEqual(human, ["A", "A", "A", "A"]);
  }));
