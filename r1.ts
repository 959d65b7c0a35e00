import { report } from "judgebias/report";
import { readPairs } from "judgebias";
const t0 = performance.now();
const r = await report(readPairs("data/examples/pairs.csv"));
console.log(performance.now() - t0);
Deno.writeTextFileSync("/tmp/report.html", r.html);
console.log(r.json.verdict_words, r.html.length);
for (const l of r.json.lines) console.log(l.question, l.group, l.estimate, l.low, l.high, l.p_adjusted, l.verdict);
console.log(r.json.left_out.notes, r.json.not_asked);
