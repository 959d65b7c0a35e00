import { Buffer } from "node:buffer";
import { globSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { libraryModules } from "./import_rule.ts";
import { ROOT } from "@/cli/project.ts";

/** Tar archives come in blocks of so many bytes. */
const BLOCK = 512;

/** Bytes of a name that stand in one field of a tar archive. */
const NAME = 100;

const { imports, exports } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)) as {
  imports: Record<string, string>;
  exports: Record<string, string>;
};

export const command: Command = {
  name: "pack",
  summary: "Packs the library as an npm package with types, which any Deno or Node project can install.",
  options: {
    "out FILE": "the package (default: judgebias.tgz)",
  },
  async run({ values }) {
    const out = values.out as string ?? "judgebias.tgz";
    const made = await Deno.makeTempDir();
    try {
      const archive = `${made}/code.tgz`;
      await Promise.all([
        deno("pack", "--allow-slow-types", "--allow-dirty", "--no-source-maps", "--output", archive),
        declare(`${made}/types`),
      ]);
      const files = filesOf(gunzipSync(await Deno.readFile(archive)));
      const types = globSync("**/*.d.ts", { cwd: `${made}/types` }).map((file) => ({
        name: `package/${file.replaceAll("\\", "/")}`,
        body: Buffer.from(asPacked(Deno.readTextFileSync(`${made}/types/${file}`))),
      }));
      await Deno.writeFile(out, gzipSync(archiveOf([...files.map(described), ...types])));
    } finally {
      await Deno.remove(made, { recursive: true });
    }
    console.log(`pack: ${out}`);
  },
};

async function deno(...args: string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const said = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new UsageError(`${said(stdout)}${said(stderr)}`.trim(), 1);
}

/**
 * Writes the declarations of all that the doors reach. `deno pack` would take them from each file by itself, where whatever
 * another file says (a list of figures, a table of layouts) becomes `any` and parameters lose their names.
 */
async function declare(folder: string): Promise<void> {
  const config = `${folder}/tsconfig.json`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: "esnext",
        lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
        types: [],
        module: "esnext",
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
        // `deno task check` is who checks.
        noCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: ROOT,
        outDir: folder,
      },
      files: Object.values(exports).map((door) => ROOT + door),
    }),
  );
  await deno("run", "--allow-all", `${imports.typescript}/tsc`, "--project", config);
}

/** Declarations that name the package's files, which are no longer `.ts`. */
function asPacked(declarations: string): string {
  return declarations.replace(/((?:from |import\()"\.[^"\n]*)\.ts"/g, '$1.js"');
}

/**
 * The package's description with its types and the very versions that deno.json names: `deno pack` makes ranges of them, and the
 * newest in a range has failed to install before. What the library finds by its path alone (fonts) is named too.
 */
function described(file: PackedFile): PackedFile {
  if (file.name !== "package/package.json") return file;
  const description = JSON.parse(new TextDecoder().decode(file.body));
  const types = (door: string) => door.replace(/\.ts$/, ".d.ts");
  description.types = types(exports["."]);
  for (const [door, path] of Object.entries(exports)) {
    description.exports[door] = { types: types(path), ...description.exports[door] };
  }
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
  return { ...file, body: Buffer.from(JSON.stringify(description, null, 2) + "\n") };
}

/** A file of a package. */
export interface PackedFile {
  name: string;
  body: Uint8Array;
}

/** The files of a tar archive as `deno pack` writes it: a name that is too long stands in an entry of its own (`L`) before the file's. */
export function filesOf(archive: Uint8Array): PackedFile[] {
  const files: PackedFile[] = [];
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/s, "");
  const field = (from: number, length: number) => text(archive.subarray(from, from + length));
  let longName = "";
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const size = parseInt(field(at + 124, 12), 8);
    const body = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (field(at + 156, 1) === "L") longName = text(body);
    else {
      files.push({
        name: longName || [field(at + 345, 155), field(at, NAME)].filter(Boolean).join("/"),
        body,
      });
      longName = "";
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

/**
 * A tar archive of files.
 *
 * @throws {RangeError} for two files of one name: whoever unpacks them would find the last alone
 */
export function archiveOf(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const names = new Set<string>();
  const parts = files.map(({ name, body }) => {
    if (names.has(name)) {
      throw new RangeError(`pack: wanted one file for each name, found two called ${name}`);
    }
    names.add(name);
    const archived = Buffer.alloc(BLOCK + Math.ceil(body.length / BLOCK) * BLOCK);
    const octal = (value: number, at: number, length: number) =>
      archived.write(value.toString(8).padStart(length - 1, "0"), at);
    // A name of more than 100 bytes is cut at a slash, and its folders stand behind.
    const cut = name.length > NAME ? name.indexOf("/", name.length - NAME - 1) : -1;
    archived.write(name.slice(cut + 1));
    archived.write(name.slice(0, Math.max(cut, 0)), 345);
    octal(0o644, 100, 8);
    for (const [at, length] of [[108, 8], [116, 8], [136, 12]]) octal(0, at, length);
    octal(body.length, 124, 12);
    archived.write("0", 156);
    archived.write("ustar\x0000", 257);
    // The sum of the header's bytes, its own field counted as blanks.
    archived.fill(" ", 148, 156);
    octal(archived.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0), 148, 7);
    archived.set(body, BLOCK);
    return archived;
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

if (import.meta.main) await runCommand(command);
