import { type Command, runCommand, say, told, UsageError } from "./command.ts";
import { dataCard, fetchData } from "./fetch_data.ts";
import { checkFindings, namedSources, SOURCES } from "./findings.ts";
import { optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";

export const command: Command = {
  ...told("data", { sources: SOURCES }),
  run({ values, positionals }) {
    const names = namedSources(values.all ? [] : positionals), { text } = optionValues(values);
    if (values.check) return checkFindings(names);
    if (positionals.length === 0 && !values.all) {
      throw new UsageError(`wanted ${SOURCES.join(", ")} or --all, found nothing`);
    }
    for (const name of names) {
      say(dataCard(name).join("\n"));
      say(fetchData(name, text("out") ?? `${ROOT}data/real`, text("from")));
    }
  },
};

if (import.meta.main) await runCommand(command);
