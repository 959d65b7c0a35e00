import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inWords } from "../progress/told.ts";
import { UsageError, wrongly } from "./command.ts";
import { DATA_SOURCES, type DataSource, type DataSourceName } from "../results/data_sources.ts";

export function dataCard(name: DataSourceName): string[] {
  const { title, repository, commit, licence, rows, tables } = DATA_SOURCES[name];
  return [
    `${title}: ${rows}`,
    `  source   https://github.com/${repository} at ${commit}`,
    `  licence  ${licence}`,
    ...tables.map(({ file, bytes, sha256 }) =>
      `  as table ${file}, ${(bytes / 1024).toFixed(0)} kB, SHA-256 ${sha256}`
    ),
    "  from the repository: only its folders of verdicts, checked by the commit, which is the hash of all of it",
  ];
}

/**
 * Puts the rows of a source into `<out>/<name>`: from a local copy (its tables, each checked by its SHA-256, or a clone of the repository,
 * checked by its commit), else from the repository at its pinned commit. What stood there is replaced only when all is there.
 *
 * @returns where they are, and what of them is known, in a line
 */
export function fetchData(name: DataSourceName, out: string, from?: string): string {
  mkdirSync(out, { recursive: true });
  const temporary = mkdtempSync(join(out, `.${name}-`));
  try {
    if (from === undefined) fromRepository(name, temporary);
    else fromFolder(name, from, temporary);
    const files = globSync("**/*.*", { cwd: temporary }).filter((path) =>
      statSync(join(temporary, path)).isFile()
    );
    const here = `  here     ${inWords(files.length, "file")}, checked against the pinned source`;
    writeFileSync(join(temporary, "SOURCE.txt"), [...dataCard(name).slice(0, 3), here, ""].join("\n"));
    const folder = join(out, name);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
    return `  in       ${folder}\n${here}`;
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

function fromFolder(name: DataSourceName, from: string, to: string): void {
  const { tables, folders, repository } = DATA_SOURCES[name];
  for (const folder of [from, join(from, name)]) {
    if (folders.some((wanted) => existsSync(join(folder, wanted)))) {
      return fromClone(DATA_SOURCES[name], folder, to);
    }
    if (!tables.every(({ file }) => existsSync(join(folder, file)))) continue;
    for (const { file, sha256: wanted } of tables) {
      const found = createHash("sha256").update(readFileSync(join(folder, file))).digest("hex");
      if (found !== wanted) throw wrongly("other_hash", { path: join(folder, file), wanted, found });
      cpSync(join(folder, file), join(to, file));
    }
    return;
  }
  const wanted = [tables.map(({ file }) => file), folders].map((names) => names.join(" and ")).join(", or ");
  throw new UsageError(`${from}: wanted ${wanted} as in https://github.com/${repository}, found neither`);
}

function fromClone({ commit, folders, leaveOut }: DataSource, tree: string, to: string): void {
  const wrong = (wanted: string, found: string) =>
    new UsageError(`${tree}: wanted ${wanted}, found ${found}`);
  if (!existsSync(join(tree, ".git"))) throw wrong("a clone, whose commit can be checked", "no .git there");
  const found = git(tree, "rev-parse", "HEAD").trim();
  if (found !== commit) throw wrong(`the commit ${commit}`, `${found}; git -C ${tree} checkout ${commit}`);
  const changed = git(tree, "status", "--porcelain", "--", ...folders).trim();
  if (changed !== "") throw wrong("an unchanged working tree", changed);
  const wanted = folders.flatMap((folder) => globSync(`${folder}/**/*.{json,jsonl,tsv}`, { cwd: tree }))
    .filter((path) => !(leaveOut && new RegExp(leaveOut).test(path)) && statSync(join(tree, path)).size > 0);
  if (wanted.length === 0) throw wrong("files of verdicts", "none");
  for (const path of wanted) cpSync(join(tree, path), join(to, path));
}

/** Fetches only the pinned commit from a repository's address, and of it only the folders of verdicts. */
export function cloneVerdicts(source: DataSource, address: string, to: string): void {
  const clone = mkdtempSync(join(tmpdir(), "judgebias-data-"));
  try {
    git(clone, "init", "--quiet");
    git(clone, "remote", "add", "origin", address);
    git(clone, "sparse-checkout", "set", "--no-cone", ...source.folders.map((folder) => `/${folder}/`));
    git(clone, "fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", source.commit);
    git(clone, "checkout", "--quiet", source.commit);
    fromClone(source, clone, to);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

function fromRepository(name: DataSourceName, to: string): void {
  const source = DATA_SOURCES[name], address = `https://github.com/${source.repository}`;
  try {
    cloneVerdicts(source, address, to);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = (error as Error).message.trim().split("\n").at(-1);
    throw wrongly("not_fetched", { name, why, address, commit: source.commit });
  }
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Deno.env.toObject(), GIT_TERMINAL_PROMPT: "0" },
  });
}
