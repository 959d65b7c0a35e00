import { checkFindings } from "./check_findings.ts";
import { runCommand, say, UsageError } from "./command.ts";
import { DATA_SOURCES, isDataSource } from "../results/data_sources.ts";
import { dataCard, fetchData } from "./fetch_data.ts";
import { ROOT } from "./project.ts";

const NAMES = Object.keys(DATA_SOURCES);

await runCommand({
  name: "data",
  summary: "Fetches the rows of public verdicts into data/real (not in version control).",
  positionals: "NAME…",
  options: {
    all: `all of ${NAMES.join(", ")}`,
    "from FOLDER": "a local copy instead of the network: a clone of the source, or its tables",
    "out DIR": "where they go (default: data/real)",
    check: "fetch nothing: compare data/findings with the rows that are here",
  },
  notes: [
    `NAME is ${NAMES.join(", ")}.`,
    "The source, its commit, licence, size and checksums are shown before anything is fetched.",
  ],
  run({ values, positionals }) {
    const names = values.all ? NAMES : positionals;
    if (names.length === 0 && !values.check) {
      throw new UsageError(`wanted ${NAMES.join(", ")} or --all, found nothing`);
    }
    if (values.check) {
      checkFindings((names.length === 0 ? NAMES : names).filter(isDataSource));
      return Promise.resolve();
    }
    const out = values.out === undefined ? `${ROOT}data/real` : String(values.out);
    for (const name of names) {
      if (!isDataSource(name)) throw new UsageError(`wanted ${NAMES.join(", ")}, found ${name}`);
      say(dataCard(name).join("\n"));
      const { folder, files, bytes, sha256, checked } = fetchData(
        name,
        out,
        values.from === undefined ? undefined : String(values.from),
      );
      say(
        `  here     ${folder}: ${files} ${files === 1 ? "file" : "files"}, ${
          (bytes / 1024).toFixed(0)
        } kB, SHA-256 ${sha256}${checked ? "" : "; NOT checked: a copy without history"}`,
      );
    }
    return Promise.resolve();
  },
});
