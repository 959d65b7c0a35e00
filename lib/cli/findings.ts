import { computeFindings } from "../findings/compute_findings.ts";
import { findingDifferences, findings, FINDINGS_FOLDER, realRows } from "../findings/findings.ts";
import { DATA_SOURCES, type DataSourceName, isDataSource } from "../results/data_sources.ts";
import { writeFrame } from "../results/write_frame.ts";
import { type Command, complain, runCommand, say, told, UsageError } from "./command.ts";

/** The sources of public verdicts that there are. */
export const SOURCES = Object.keys(DATA_SOURCES) as readonly DataSourceName[];

export const command: Command = {
  ...told("findings", { sources: SOURCES }),
  run({ values, positionals }) {
    const names = namedSources(positionals);
    if (values.check) return checkFindings(names);
    for (const [name, rows] of withRows(names)) {
      const computed = computeFindings(name, rows);
      writeFrame(computed, `${FINDINGS_FOLDER}${name}.csv`);
      say(`${name}: ${computed.height} results from ${rows}`);
    }
  },
};

/** The sources that a command names; all of them where it names none. */
export function namedSources(names: readonly string[]): readonly DataSourceName[] {
  const stranger = names.find((name) => !isDataSource(name));
  if (stranger !== undefined) throw new UsageError(`wanted ${SOURCES.join(", ")}, found ${stranger}`);
  return names.length === 0 ? SOURCES : names as DataSourceName[];
}

function withRows(names: readonly DataSourceName[]): [DataSourceName, string][] {
  return names.flatMap((name): [DataSourceName, string][] => {
    const rows = realRows(name);
    if (rows === null) say(`${name}: no rows here; deno task data ${name} fetches them`);
    return rows === null ? [] : [[name, rows]];
  });
}

const NAMED = 10;

/** Compares the committed results of some sources with their rows and says what differs, which is an error at its end. */
export function checkFindings(names: readonly DataSourceName[]): void {
  const different = withRows(names).filter(([name, rows]) => {
    const computed = computeFindings(name, rows);
    const differences = findingDifferences(findings(name), computed);
    for (const line of differences.slice(0, NAMED)) complain(`${name}: ${line}`);
    say(`${name}: ${computed.height} results, ${differences.length} different from the rows of ${rows}`);
    return differences.length > 0;
  });
  if (different.length === 0) return;
  const named = different.map(([name]) => name).join(", ");
  throw new UsageError(`${named}: what is committed is not what the rows give`);
}

if (import.meta.main) await runCommand(command);
