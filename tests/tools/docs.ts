import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { ROOT, runDeno } from "@/cli/project.ts";

export const command: Command = {
  name: "docs",
  summary: "Renders the documentation of all doors as HTML pages; open index.html in a browser.",
  options: { "out DIR": "folder of the pages (default: .cache/docs)" },
  defaults: { out: `${ROOT}.cache/docs` },
  async run({ values }) {
    const { exports } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
      exports: Record<string, string>;
    };
    const out = values.out as string;
    // `deno doc` makes the last folder alone, and warns of whatever has no documentation.
    await Deno.mkdir(out, { recursive: true });
    const made = await runDeno([
      "doc",
      "--quiet",
      "--html",
      "--name=judgebias",
      `--output=${out}`,
      ...Object.values(exports),
    ]);
    if (!made) throw new UsageError("deno doc could not write the pages; why stands above", 1);
    console.log(`docs: ${out}/index.html`);
  },
};

if (import.meta.main) await runCommand(command);
