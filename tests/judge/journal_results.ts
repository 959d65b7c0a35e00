import type { Protocol } from "@/judge/protocol.ts";
import { studyFiles, studyOf } from "@/judge/results/study_rows.ts";
import { verdictFrame } from "@/judge/verdict_frame.ts";

type Which = { protocol?: Protocol; dataSet?: string };

/** The frame of studies' files, as the files of their results have it, with what it does not hold. */
export function journalResults(path: string | readonly string[], { protocol: own, dataSet }: Which = {}) {
  const all = studyFiles(path).map((file) => {
    const { protocol: { frame }, parts, rows, close } = studyOf(file, own);
    try {
      const wanted = parts.filter((part) => dataSet === undefined || part.dataSet === dataSet);
      return { name: frame, benchmark: wanted[0].dataSet, ...rows(wanted) };
    } finally {
      close();
    }
  });
  const [{ name, benchmark, missing, gone }] = all, rows = all.flatMap(({ rows }) => rows);
  return { frame: verdictFrame(name, rows, { benchmark }), name, missing, gone };
}
