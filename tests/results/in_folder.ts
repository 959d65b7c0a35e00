import { dirname } from "node:path";
import type pl from "nodejs-polars";
import * as core from "judgebias";
import { bundle } from "@/progress/show.ts";
import { frameFeatures } from "@/results/frame_features.ts";
import { inspectFile } from "@/results/read_results.ts";
import { heldCalls } from "../outcomes/held.ts";
import { masked } from "../outcomes/outcomes.ts";

/** Uses a folder of files by their names (texts, bytes, or rows as lines of JSON) that is gone afterwards. */
export function inFolder<T>(
  files: Record<string, string | Uint8Array | unknown[]>,
  use: (folder: string) => T,
): T {
  // Its name, the same each time, may be a benchmark's.
  const place = Deno.makeTempDirSync(), folder = `${place}/own`;
  Deno.mkdirSync(folder);
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      Deno.mkdirSync(dirname(path), { recursive: true });
      if (content instanceof Uint8Array) Deno.writeFileSync(path, content);
      else {
        const text = typeof content === "string"
          ? content
          : content.map((row) => JSON.stringify(row)).join("\n");
        Deno.writeTextFileSync(path, text);
      }
    }
    return use(folder);
  } finally {
    Deno.removeSync(place, { recursive: true });
  }
}

/** The path of a new file with that text. */
export function file(content: string, name = "own.csv"): string {
  const path = `${Deno.makeTempDirSync()}/${name}`;
  Deno.writeTextFileSync(path, content);
  return path;
}

/** All that is said of a table, or the words of the error. */
export function saidOf(source: unknown, reader: string, options: object): Record<string, unknown> {
  try {
    const found = core[reader as "readPairs"](source as string, options);
    const read: pl.DataFrame = reader === "readResults" ? Object.values(found)[0] : found;
    const { summary, warnings, notes, ...counts } = core.readReport(read)!;
    const described = String(bundle(core.describe(read))["text/plain"]);
    const faces = [read, core.readReport(read)].map((one) => bundle(one));
    return {
      ...{ frame: read, types: read.dtypes.map(String), summary, warnings, notes, counts, described },
      ...{ faces: faces.map((face) => Object.values(face).join()), features: [...frameFeatures(read)] },
    };
  } catch (error) {
    const { name, message, cause: _, ...parts } = error as Error;
    return { error: `${name}: ${message}`, parts };
  }
}

/** The same of files: the one that there is, or their folder, whose name is none of it. */
export function saidOfFiles(files: Parameters<typeof inFolder>[0], reader: string, options: object) {
  return inFolder(files, (folder): Record<string, unknown> => {
    const [name, ...others] = Object.keys(files);
    const said = saidOf(others.length > 0 ? folder : `${folder}/${name}`, reader, options);
    return JSON.parse(JSON.stringify(said).replaceAll(folder, "…"));
  });
}

/** Readers, `inspectFile` and `Deno.test` of a file of tests where all that is read is as it is kept; `hold` stands last. */
export function heldReaders(file: string) {
  const held = heldCalls(file, (made) => {
    const frames = core.readReport(made as never) ? { made } : { ...made as Record<string, pl.DataFrame> };
    const read = Object.entries(frames).map(([name, one]) => {
      const columns = core.readReport(one as never) ? (one as pl.DataFrame).getColumns() : [];
      const cells = columns.map((
        own,
      ) => [own.name, `${own.dtype}`, /Struct/.test(`${own.dtype}`) || own.toArray()]);
      return [name, columns.length > 0 ? { cells, report: core.readReport(one as never) } : one];
    });
    return JSON.parse(masked(JSON.stringify(Object.fromEntries(read))));
  });
  const { readPairs, readLabels, readScorePairs, readCaptionScores, readRatings, readCriteria, readResults } =
    core;
  return {
    ...held,
    ...{ readPairs: held.of(readPairs), readLabels: held.of(readLabels) },
    ...{ readScorePairs: held.of(readScorePairs), readCaptionScores: held.of(readCaptionScores) },
    ...{ readRatings: held.of(readRatings), readCriteria: held.of(readCriteria) },
    ...{ readResults: held.of(readResults), inspectFile: held.of(inspectFile) },
  };
}
