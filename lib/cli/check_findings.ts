import { findingDifferences, findings, realRows } from "../findings/findings.ts";
import { computeFindings } from "../findings/compute_findings.ts";
import { DATA_SOURCES, type DataSourceName, isDataSource } from "../results/data_sources.ts";
import { complain, say, UsageError } from "./command.ts";

/** The sources of public verdicts that there are. */
export const SOURCES: readonly DataSourceName[] = Object.keys(DATA_SOURCES) as DataSourceName[];

/** The sources that a command names; all of them where it names none. */
export function namedSources(names: readonly string[]): readonly DataSourceName[] {
  if (names.length === 0) return SOURCES;
  return names.map((name) => {
    if (isDataSource(name)) return name;
    throw new UsageError(`wanted ${SOURCES.join(", ")}, found ${name}`);
  });
}

const NAMED = 10;

/** Compares the committed results of some sources with their rows and says what differs, which is an error at its end. */
export function checkFindings(names: readonly DataSourceName[]): void {
  const different = names.filter((name) => {
    const rows = realRows(name);
    if (rows === null) {
      say(withoutRows(name));
      return false;
    }
    const computed = computeFindings(name, rows);
    const differences = findingDifferences(findings(name), computed);
    for (const line of differences.slice(0, NAMED)) complain(`${name}: ${line}`);
    say(
      `${name}: ${computed.height} results, ${differences.length} different from the rows of ${rows}`,
    );
    return differences.length > 0;
  });
  if (different.length > 0) {
    throw new UsageError(`${different.join(", ")}: what is committed is not what the rows give`);
  }
}

/** What to do where there are no rows. */
export function withoutRows(name: DataSourceName): string {
  return `${name}: no rows here; deno task data ${name} fetches them`;
}
