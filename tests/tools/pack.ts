import { cpSync, globSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { ROOT } from "@/cli/project.ts";
import { git } from "./notebook_files.ts";
import { libraryModules } from "./import_rule.ts";
import { ended } from "./run_deno.ts";

const { imports, exports, name, version, license, publish } = JSON.parse(
  Deno.readTextFileSync(`${ROOT}deno.json`),
) as
  & Record<"imports" | "exports", Record<string, string>>
  & Record<"name" | "version" | "license", string>
  & {
    publish: { include: string[]; exclude: string[] };
  };

export const command: Command = {
  name: "pack",
  summary: "Packs the library as an npm package with types, which any Deno or Node project can install.",
  options: { "out FILE": "the package (default: judgebias.tgz)" },
  async run({ values }) {
    const out = values.out as string ?? "judgebias.tgz";
    const made = await Deno.makeTempDir();
    try {
      const folder = `${made}/package`;
      mkdirSync(folder);
      for (const file of shipped()) {
        mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
        cpSync(ROOT + file, `${folder}/${file}`);
      }
      await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(description(), null, 2) + "\n");
      await compile(folder, `${made}/tsconfig.json`);
      // Every system has it; npm would want Node of those who only have Deno.
      await succeed("tar", ["czf", "package.tgz", "package"], made);
      cpSync(`${made}/package.tgz`, out);
    } finally {
      await Deno.remove(made, { recursive: true });
    }
    console.log(`pack: ${out}`);
  },
};

/**
 * What goes into the package as it is: data and documents that deno.json names, styles and scripts for browsers beside modules.
 *
 * @throws {RangeError} for a script beside a module of its name, which becomes JavaScript too
 */
export function shipped(files: readonly string[] = projectFiles()): string[] {
  const twice = files.find((file) => file.endsWith(".js") && files.includes(file.replace(/js$/, "ts")));
  if (twice !== undefined) {
    throw new RangeError(`pack: wanted one file for each name, found two for ${twice}`);
  }
  return files.filter((file) =>
    !/^lib\/.*\.ts$/.test(file) && file !== "deno.json" &&
    !publish.exclude.some((path) => file === path || file.startsWith(`${path}/`))
  );
}

/** Files that deno.json names: those under version control, with those that would be; all where there is no repository. */
function projectFiles(): string[] {
  const { include } = publish;
  return git(["ls-files", "--cached", "--others", "--exclude-standard", "--", ...include]) ??
    globSync(include.flatMap((path) => [path, `${path}/**/*`]), { cwd: ROOT })
      .filter((path) => Deno.statSync(ROOT + path).isFile);
}

/** Types that declarations use of a browser, of Node and of new JavaScript: each file names its own, so that a strict project need not. */
const AMBIENT: readonly (readonly [RegExp, string])[] = [
  [/\b(SVG|HTML)\w*Element\b/, 'lib="dom"'],
  [/from "(node:|nodejs-polars)/, 'types="node"'],
  [/\basyncDispose\b/, 'lib="esnext.disposable"'],
];

/** Polars' declarations name Node's types and bring none. */
const NODE_TYPES = { "@types/node": "22.20.5" };

/**
 * Writes JavaScript and declarations of all that the doors reach, in a language that Node 20 speaks (`using` is newer).
 */
async function compile(folder: string, config: string): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, target: "es2022", types: [] },
    lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
    ...{ module: "esnext", moduleResolution: "bundler", declaration: true, rootDir: ROOT, outDir: folder },
    ...{ allowImportingTsExtensions: true, rewriteRelativeImportExtensions: true },
    // `deno task check` is who checks.
    noCheck: true,
  };
  const files = Object.values(exports).map((door) => ROOT + door);
  await Deno.writeTextFile(config, JSON.stringify({ compilerOptions, files }));
  await succeed(Deno.execPath(), ["run", "--allow-all", `${imports.typescript}/tsc`, "--project", config]);
  for (const file of globSync(`${folder}/lib/**/*.{js,d.ts}`)) {
    const text = Deno.readTextFileSync(file);
    const named = text.replace(/((?:from |import\()"\.[^"\n]*)\.ts"/g, '$1.js"');
    const types = file.endsWith(".d.ts") ? AMBIENT.filter(([found]) => found.test(named)) : [];
    Deno.writeTextFileSync(file, types.map(([, where]) => `/// <reference ${where} />\n`).join("") + named);
  }
}

/**
 * The package's description, with the very versions that deno.json names: the newest in a range has failed to install before. What
 * the library finds by its path alone (fonts) is named too.
 */
function description() {
  const entries = Object.entries(exports).map(([door, path]) => {
    const built = path.replace(/\.ts$/, "");
    return [door, { types: `${built}.d.ts`, default: `${built}.js` }] as const;
  });
  const code = Object.entries(libraryModules()).filter(([file]) => !file.startsWith("cli/"))
    .map(([, text]) => text).join();
  const used = Object.entries(imports).filter(([name, target]) =>
    target.startsWith("npm:") && code.includes(`"${name}`)
  );
  const versions = used.map(([name, target]) => [name, target.slice(target.lastIndexOf("@") + 1)]);
  const { default: main, types } = entries[0][1];
  return {
    ...{ name, version, type: "module", license, main, types, exports: Object.fromEntries(entries) },
    dependencies: { ...NODE_TYPES, ...Object.fromEntries(versions) },
    engines: { node: ">=20" },
  };
}

/** Runs a program, which must succeed: what it says otherwise is the error. */
async function succeed(program: string, args: string[], cwd = ROOT): Promise<void> {
  const { code, stdout, stderr } = await ended(program, args, { cwd, env: { NO_COLOR: "1" } });
  if (code !== 0) throw new UsageError(`${stdout}${stderr}`.trim(), 1);
}

if (import.meta.main) await runCommand(command);
