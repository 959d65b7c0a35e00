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
import { dirname, join } from "node:path";
import { inWords } from "../progress/told.ts";
import { UsageError } from "./command.ts";
import { DATA_SOURCES, type DataSource, type DataSourceName } from "../results/data_sources.ts";

/** What is known of a source before anything is fetched, in lines. */
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
 * Puts the rows of a source into `<out>/<name>`: from a local copy (its tables, each checked by its SHA-256, or a clone of
 * the repository, checked by its commit), else from the repository at its pinned commit. What stood there is replaced only
 * when all is there.
 *
 * @returns where they are, and what of them is known, in a line
 */
export function fetchData(name: DataSourceName, out: string, from?: string): string {
  const source = DATA_SOURCES[name];
  mkdirSync(out, { recursive: true });
  const temporary = mkdtempSync(join(out, `.${name}-`));
  try {
    const checked = from === undefined
      ? fromRepository(name, source, temporary)
      : fromFolder(name, source, from, temporary);
    const here = [
      `  here     ${contents(temporary)}`,
      checked ? "  checked against the pinned source" : "  not checked: a copy without history",
    ];
    writeFileSync(
      join(temporary, "SOURCE.txt"),
      [...dataCard(name).slice(0, 3), ...here, ""].join("\n"),
    );
    const folder = join(out, name);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
    return [`  in       ${folder}`, ...here].join("\n");
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** A local copy: the folder itself, or the one of the source's name in it. */
function fromFolder(name: string, source: DataSource, from: string, to: string): boolean {
  for (const folder of [from, join(from, name), join(from, name.replaceAll("-", "_"))]) {
    if (source.tables.every(({ file }) => existsSync(join(folder, file)))) {
      for (const { file, sha256: wanted } of source.tables) {
        const found = sha256(readFileSync(join(folder, file)));
        if (found !== wanted) {
          throw new UsageError(`${join(folder, file)}: wanted the SHA-256 ${wanted}, found ${found}`);
        }
        cpSync(join(folder, file), join(to, file));
      }
      return true;
    }
    if (source.folders.some((wanted) => existsSync(join(folder, wanted)))) {
      return fromClone(source, folder, to);
    }
  }
  throw new UsageError(
    `${from}: wanted ${source.tables.map(({ file }) => file).join(" and ")}, or ${
      source.folders.join(" and ")
    } as in https://github.com/${source.repository}, found neither`,
  );
}

/** Copies the folders of verdicts of a working tree; true when it is the pinned commit's, unchanged. */
function fromClone(source: DataSource, tree: string, to: string): boolean {
  const hasHistory = existsSync(join(tree, ".git"));
  if (hasHistory) {
    const found = git(tree, "rev-parse", "HEAD").trim();
    if (found !== source.commit) {
      throw new UsageError(
        `${tree}: wanted the commit ${source.commit}, found ${found}; git -C ${tree} checkout ${source.commit}`,
      );
    }
    const changed = git(tree, "status", "--porcelain", "--", ...source.folders).trim();
    if (changed !== "") throw new UsageError(`${tree}: wanted an unchanged working tree, found\n${changed}`);
  }
  const left = source.leaveOut === undefined ? null : new RegExp(source.leaveOut);
  const wanted = source.folders.filter((folder) => existsSync(join(tree, folder)))
    .flatMap((folder) => globSync(`${folder}/**/*.{json,jsonl,tsv}`, { cwd: tree }))
    .filter((path) => !left?.test(path) && statSync(join(tree, path)).size > 0).sort();
  if (wanted.length === 0) throw new UsageError(`${tree}: wanted files of verdicts, found none`);
  for (const path of wanted) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(tree, path), join(to, path));
  }
  return hasHistory;
}

/** Fetches only the pinned commit from a repository's address, and of it only the folders of verdicts. */
export function cloneVerdicts(source: DataSource, address: string, to: string): boolean {
  const clone = mkdtempSync(join(tmpdir(), "judgebias-data-"));
  try {
    git(clone, "init", "--quiet");
    git(clone, "remote", "add", "origin", address);
    git(clone, "sparse-checkout", "set", "--no-cone", ...source.folders.map((folder) => `/${folder}/`));
    git(clone, "fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", source.commit);
    git(clone, "checkout", "--quiet", source.commit);
    return fromClone(source, clone, to);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

function fromRepository(name: string, source: DataSource, to: string): boolean {
  const address = `https://github.com/${source.repository}`;
  try {
    return cloneVerdicts(source, address, to);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      [
        `${name} could not be fetched (${
          (error as Error).message.trim().split("\n").at(-1)
        }). By hand, where there is a network:`,
        `  git clone ${address} ${name}`,
        `  git -C ${name} checkout ${source.commit}`,
        `then here: deno task data ${name} --from ${name}`,
      ].join("\n"),
    );
  }
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Deno.env.toObject(), GIT_TERMINAL_PROMPT: "0" },
  });
}

/** How many files a folder holds, their size, and a hash of their names and contents. */
function contents(folder: string): string {
  const paths = globSync("**/*", { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
    .sort();
  const files = paths.map((path) => readFileSync(join(folder, path)));
  const hash = sha256(files.map((content, i) => `${paths[i]}\n${sha256(content)}`).join(""));
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  return `${inWords(files.length, "file")}, ${bytes} bytes, SHA-256 of names and contents ${hash}`;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
