import { computeFindings } from "../findings/compute_findings.ts";
import { FINDINGS_FOLDER, realRows } from "../findings/findings.ts";
import type { DataSourceName } from "../results/data_sources.ts";
import { writeFrame } from "../results/write_frame.ts";
import { checkFindings, namedSources, SOURCES, withoutRows } from "./check_findings.ts";
import { type Command, runCommand, say, told } from "./command.ts";

export const command: Command = {
  ...told("findings", { sources: SOURCES }),
  run({ values, positionals }) {
    const names = namedSources(positionals);
    if (values.check) checkFindings(names);
    else names.forEach(write);
  },
};

function write(name: DataSourceName): void {
  const rows = realRows(name);
  if (rows === null) {
    say(withoutRows(name));
    return;
  }
  const computed = computeFindings(name, rows);
  writeFrame(computed, `${FINDINGS_FOLDER}${name}.csv`);
  say(`${name}: ${computed.height} results from ${rows}`);
}

if (import.meta.main) await runCommand(command);
