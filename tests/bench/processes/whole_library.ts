// The same as philautia.ts with the whole library loaded.
import { philautia, readCaptionScores } from "judgebias";

const scores = readCaptionScores(Deno.args[0]);
for (const setting of ["ref_based", "ref_free"]) console.log(philautia(scores, { setting }).phiTilde);
