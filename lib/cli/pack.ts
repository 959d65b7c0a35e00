import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Command, runCommand, UsageError } from "./command.ts";
import { libraryModules } from "./import_rule.ts";
import { ROOT } from "./project.ts";

/** Tar archives come in blocks of so many bytes. */
const BLOCK = 512;

export const command: Command = {
  name: "pack",
  summary: "Packs the library as an npm package with types, which any Deno or Node project can install.",
  options: {
    "out FILE": "the package (default: judgebias.tgz)",
  },
  async run({ values }) {
    const out = values.out as string ?? "judgebias.tgz";
    const made = await Deno.makeTempFile({ suffix: ".tgz" });
    try {
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["pack", "--allow-dirty", "--no-source-maps", "--output", made],
        cwd: ROOT,
        env: { NO_COLOR: "1" },
        stdin: "null",
      }).output();
      if (!success) throw new UsageError(new TextDecoder().decode(stderr).trim(), 1);
      const packed = replaceEntry(gunzipSync(await Deno.readFile(made)), "package/package.json", exactly);
      await Deno.writeFile(out, gzipSync(packed));
    } finally {
      await Deno.remove(made);
    }
    console.log(`pack: ${out}`);
  },
};

/**
 * The package's description with the very versions that deno.json names: `deno pack` makes ranges of them, and the newest
 * in a range has failed to install before. What the library finds by its path alone (fonts) is named too.
 */
function exactly(text: string): string {
  const description = JSON.parse(text);
  const { imports } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)) as {
    imports: Record<string, string>;
  };
  const code = Object.entries(libraryModules()).filter(([file]) => !file.startsWith("cli/")).map(([, text]) =>
    text
  ).join();
  const used = Object.entries(imports).filter(([name, target]) =>
    target.startsWith("npm:") && code.includes(`"${name}`)
  );
  description.dependencies = Object.fromEntries(
    used.map(([name, target]) => [name, target.slice(target.lastIndexOf("@") + 1)]),
  );
  description.engines = { node: ">=20" };
  return JSON.stringify(description, null, 2) + "\n";
}

/** A tar archive with the text of one of its files replaced. */
function replaceEntry(archive: Uint8Array, name: string, change: (text: string) => string): Uint8Array {
  const text = (from: number, length: number) =>
    new TextDecoder().decode(archive.subarray(from, from + length));
  for (let at = 0; at < archive.length;) {
    const size = parseInt(text(at + 124, 12), 8) || 0;
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (text(at, 100).replace(/\0.*$/s, "") === name) {
      const body = new TextEncoder().encode(change(text(at + BLOCK, size)));
      const header = archive.slice(at, at + BLOCK);
      header.set(new TextEncoder().encode(body.length.toString(8).padStart(11, "0")), 124);
      // The sum of the header's bytes, its own field counted as blanks.
      header.fill(0x20, 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
      const padded = new Uint8Array(Math.ceil(body.length / BLOCK) * BLOCK);
      padded.set(body);
      return Buffer.concat([archive.subarray(0, at), header, padded, archive.subarray(end)]);
    }
    at = end;
  }
  throw new RangeError(`pack: wanted ${name} in the package, found none`);
}

if (import.meta.main) await runCommand(command);
