import assert from "node:assert/strict";
import { glob } from "node:fs/promises";
import { findProgram } from "@/cli/notebook.ts";
import { ROOT } from "@/cli/project.ts";
import { help } from "judgebias";
import { tempFolder } from "../judge/temp_folder.ts";
import { ended } from "../tools/run_deno.ts";

/** What npm need not do to install: look for advice, and ask anew for what it has. */
const QUIET_NPM = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  npm_config_prefer_offline: "true",
};

/** Runs a command line and returns what it printed; it must succeed. */
async function shell(line: string, cwd: string): Promise<string> {
  const env = { NO_COLOR: "1", ...QUIET_NPM };
  const { code, stdout, stderr } = await ended("bash", ["-c", line], { cwd, env });
  assert.equal(code, 0, `${line}\n${stdout}\n${stderr}`);
  return stdout;
}

const DOORS = Object.keys(JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`)).exports)
  .map((door) => door.replace(".", "judgebias"));
const npm = await findProgram("npm");
const deno = JSON.stringify(Deno.execPath());
const readme = Deno.readTextFileSync(`${ROOT}README.md`);
const [, section] = /\n## Use it in your project\n([\s\S]*?)\n## /.exec(readme)!;
const [, example] = /^```ts\n([\s\S]*?)^```/m.exec(readme)!;
const [pack, unpack, configure, install] = section.match(/^ {4}\S.*$/gm)!.map((line) =>
  line.replace(/ +# .*$/, "").trim()
);
const [polars] = /npm install nodejs-polars-\S+?@[\d.]+/.exec(
  Deno.readTextFileSync(`${ROOT}CONTRIBUTING.md`),
)!;

/** The README's first example, and what a stranger would do next: a figure as SVG and PNG, a statistic, a printed number. */
const study = example + `
import { publishedTable } from "judgebias";
import { wilson } from "judgebias/stats";
import { renderFigure } from "judgebias/figures";
const figure = await renderFigure("birch-fig3", { results: pairs, formats: ["svg", "png"] });
console.log(JSON.stringify({
  ib: bias.getColumn("ib").toArray()[0],
  svg: figure.svg.startsWith("<svg"),
  png: [...figure.png.slice(1, 4)],
  low: wilson(1, 10).low,
  printed: publishedTable("birch-table1").length,
}));
`;

/** What `help` says of all names behind all doors. */
const helped = `
import { help } from "judgebias";
const { log } = console, said = {};
console.log = () => {};
for (const door of ${JSON.stringify(DOORS)}) {
  for (const name of Object.keys(await import(door))) said[name] = String(help(name));
}
log(JSON.stringify(said));
`;

/** The judge door by itself: a plan, a run against the stub server, its results, and again with nothing to do. */
const judged = `
import { planJudge, runJudge, simulatedServer, writeResults } from "judgebias/judge";
const server = await simulatedServer();
const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
const options = { protocol: "base", data, judge: "j", baseURL: server.url, out: "out", silent: true, conditions: { orders: ["given", "swapped"] } };
let said = "calls " + (await planJudge({ ...options, out: undefined })).calls;
try {
  said += ", done " + (await runJudge(options)).done + ", rows " + (await writeResults("out"))[0].rows;
  said += ", again " + (await runJudge(options)).done;
} catch (error) {
  said += ", " + error.message;
}
console.log(said);
process.exit(0);
`;

/** What a compiler should know of the package. */
const typed = `
import { type HypothesisResult, informativenessBias, readPairs } from "judgebias";
import { type FigureId, renderFigure } from "judgebias/figures";
export const n: number = informativenessBias(readPairs("x")).height;
export const svg: Promise<string> = renderFigure("birch-fig3").then(({ svg }) => svg);
// @ts-expect-error: a number is no frame
export const wrong = informativenessBias(1);
export type Result = HypothesisResult;
export const figure: FigureId = "birch-fig3";
// @ts-expect-error: no figure
export const none: FigureId = "birch-fig0";
${DOORS.map((door, i) => `export * as door${i} from "${door}";`).join("\n")}
`;

/** As strict as TypeScript gets, with nothing named that the package should name itself. */
const STRICT =
  "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false " +
  "--lib es2023 --target es2022 --module esnext --moduleResolution bundler types.ts";

async function inEmptyProject(use: (folder: string) => Promise<string>): Promise<void> {
  using folder = tempFolder();
  Deno.writeTextFileSync(`${folder.path}/study.mjs`, study);
  const printed = await use(folder.path), found = JSON.parse(printed.trim().split("\n").at(-1)!);
  // The example's first judge, by the core itself.
  assert.ok(Math.abs(found.ib - 0.5313) < 1e-4, printed);
  assert.deepEqual([found.svg, found.png, found.printed], [true, [0x50, 0x4e, 0x47], 36]);
  assert.ok(found.low > 0.017 && found.low < 0.018);
}

/** Every door opens, and `help` says of every name what the sources say. */
async function opens(run: string, folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/helped.mjs`, helped);
  const there: Record<string, string> = JSON.parse(await shell(`${run} helped.mjs`, folder));
  const { log } = console;
  console.log = () => {};
  try {
    for (const door of DOORS) {
      for (const name of Object.keys(await import(door))) {
        // All but the signature, which tells defaults in the source alone, and the last line with the file's name.
        const words = (text: string) => text.split("\n\n").slice(1, -1).join("\n\n");
        assert.match(there[name], new RegExp(`^(async )?(function|const|class) ${name}\\b`));
        // Options keep their names: `{ by, level }?: MetricOptions`.
        assert.doesNotMatch(there[name].split("\n\n")[0], /[(,]\s*\{\s*\}\??:/);
        assert.equal(words(there[name]), words(String(help(name))), name);
      }
    }
  } finally {
    console.log = log;
  }
}

/** Declarations say `any` and `never` only where their sources do, and name no file inside another package: not all resolvers find it. */
async function declaresAsHere(folder: string): Promise<void> {
  await shell("mkdir types && tar xzf judgebias.tgz -C types", folder);
  const lost = (await Array.fromAsync(glob("**/*.d.ts", { cwd: `${folder}/types/package` }))).flatMap(
    (file) => {
      const [declared, said] = [`${folder}/types/package/${file}`, ROOT + file.replace(/\.d\.ts$/, ".ts")]
        .map((path) =>
          Deno.readTextFileSync(path).replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/.*/g, "")
            // The compiler's long way to write `pl.DataFrame`, whose parameter has `any` as its default.
            .replaceAll("pl.DataFrame<any>", "pl.DataFrame")
        );
      return ["any", "never"].filter((word) => {
        const type = new RegExp(`[^.\\w]${word}\\b(?!\\??:)`);
        return type.test(declared) && !type.test(said);
      }).map((word) => `${file}: ${word}`);
    },
  );
  assert.deepEqual(lost, []);
  assert.equal(
    await shell(`grep -rE 'import\\("[^.]' types/package/lib --include=*.d.ts || true`, folder),
    "",
  );
  // Node 20 has neither; `grouped` is ours.
  assert.equal(
    await shell(`grep -rE '(Map|Object)\\.groupBy\\(' types/package/lib --include=*.js || true`, folder),
    "",
  );
}

let made: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** The README's first line, in the project itself, once for both projects. */
async function tarball(): Promise<Uint8Array<ArrayBuffer>> {
  using folder = tempFolder();
  const path = `${folder.path}/judgebias.tgz`;
  await shell(`${pack.replace("deno", deno)} --out ${path}`, ROOT);
  return Deno.readFileSync(path);
}

async function packed(folder: string): Promise<void> {
  await Deno.writeFile(`${folder}/judgebias.tgz`, await (made ??= tarball()));
  const listed = await shell("tar xzOf judgebias.tgz package/package.json", folder);
  const { dependencies } = JSON.parse(listed);
  for (const [name, version] of Object.entries(dependencies)) {
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
  }
  const files = await shell("tar tzf judgebias.tgz", folder);
  for (const file of ["lib/mod.d.ts", "lib/figures/mod.d.ts", "data/papers/birch-table1.csv"]) {
    assert.ok(files.includes(`package/${file}\n`), file);
  }
  assert.doesNotMatch(files, /package\/(tests|lib\/cli)\//);
}

Deno.test("an empty Deno project: installed as the README says, types included", async () => {
  await inEmptyProject(async (folder) => {
    await packed(folder);
    await shell(unpack, folder);
    await shell(configure, folder);
    await shell("mkdir data && cp -r judgebias/data/examples data/", folder);
    await Deno.writeTextFile(`${folder}/types.ts`, typed);
    await shell(`${deno} check types.ts`, folder);
    await opens(`${deno} run --allow-all`, folder);
    return await shell(`${deno} run --allow-all study.mjs`, folder);
  });
});

Deno.test({
  name: "an empty Node project: installed as the README says",
  ignore: npm === null,
  async fn() {
    await inEmptyProject(async (folder) => {
      await packed(folder);
      const [, major, minor] = /^v(\d+)\.(\d+)/.exec(await shell("node --version", folder))!.map(Number);
      const [system, end] = { linux: ["linux", "-gnu"], darwin: ["darwin", ""] }[Deno.build.os as "linux"] ??
        ["win32", "-msvc"];
      const platform = `${system}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}${end}`;
      const lines = major < 22 ? [install, polars.replace("linux-x64-gnu", platform)] : [install];
      await shell(`echo '{"type":"commonjs"}' > package.json && ${lines.join(" && ")}`, folder);
      await shell("mkdir data && cp -r node_modules/judgebias/data/examples data/", folder);
      await Deno.writeTextFile(`${folder}/judge.mjs`, judged);
      const found = await shell("node --no-warnings judge.mjs", folder);
      if (major > 22 || major === 22 && minor >= 5) {
        assert.match(found, /^calls 2, done 2, rows 2, again 0$/m);
      } else assert.match(found, /^calls 2, judge: wanted Deno, or Node from 22\.5 on/m);
      await opens("node --no-warnings", folder);
      await Deno.writeTextFile(`${folder}/types.ts`, typed);
      await shell(`${deno} run --allow-all ${ROOT}node_modules/typescript/bin/tsc ${STRICT}`, folder);
      return await shell("node study.mjs", folder);
    });
  },
});

Deno.test("the package's declarations have lost no type", async () => {
  using folder = tempFolder();
  await packed(folder.path);
  await declaresAsHere(folder.path);
});

Deno.test("the package's types are written out: it could be published as it stands", async () => {
  await shell(`${deno} publish --dry-run --allow-dirty --quiet --no-check`, ROOT);
});
