// A whole process for tests/bench/philautia_bench.ts: the file named first, read and checked, to Φ̃ of both settings.
import { philautia } from "@/metrics/philautia.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";

const scores = readCaptionScores(Deno.args[0]);
for (const setting of ["ref_based", "ref_free"]) console.log(philautia(scores, { setting }).phiTilde);
