import commands from "./commands.json" with { type: "json" };
import { relative } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig, styleText } from "node:util";
import { folded } from "../progress/shown_text.ts";
import { ROOT } from "./project.ts";
import { printable } from "../progress/show.ts";
import { sentences } from "../progress/own_facts.ts";
import { namesLike } from "../progress/require.ts";

/** What the command line says of a command's options, by their names. */
export type Values = Record<string, string | boolean | string[] | undefined>;

/** What a command line task is called, takes and does. */
export interface Command {
  name: string;
  summary: string;
  /** Placeholder of the positional arguments, `FILE` for example; none are accepted without it. */
  positionals?: string;
  /** What `--help` says of each option, by how it is given: `out DIR` takes a value, `list` is a switch, `fail-on LIMIT …` counts each time; any other is given once. */
  options?: Record<string, string>;
  /** Values of options that are not given. */
  defaults?: Record<string, string>;
  /** Lines below the options in the help text. */
  notes?: string[];
  run(args: { values: Values; positionals: string[] }): unknown;
}

type Told = Omit<Command, "run">;
const { sets, tasks }:
  & Record<"sets", Record<string, Command["options"]>>
  & Record<"tasks", Record<string, Told>> = commands;

/** What a task of the library is called and takes: `commands.json`, where `…` stands for a set of options, `<name>` for one of `lists`. */
export function told(task: string, lists: Readonly<Record<string, readonly string[]>> = {}): Told {
  const whole = (options: Command["options"] = {}): Command["options"] =>
    Object.fromEntries(
      Object.entries(options).flatMap(([usage, help]) =>
        help === "…" ? Object.entries(whole(sets[usage])!) : [[usage, help]]
      ),
    );
  const { options, ...more } = tasks[task];
  const text = JSON.stringify({ ...more, options: whole(options) });
  return JSON.parse(text.replace(/<(\w+)>/g, (slot, name) => lists[name]?.join(", ") ?? slot));
}

/**
 * An error whose text is all that the user needs: printed without a stack trace. It ends the process with 2, as wrong
 * options do, or with 1 where the command was right and its work failed.
 */
export class UsageError extends Error {
  override name = "UsageError";
  constructor(message: string, readonly status: 1 | 2 = 2) {
    super(message);
  }
}

/** What tasks print, by a name: `data/facts/printed.json`. */
export const said = sentences("printed");

/** A wrong option, or what else ends a task, in the words of that table. */
export const wrongly = (name: string, found?: object, status?: 1) =>
  new UsageError(said(name, found), status);

/** Runs a task's command: a wrong option or value ends the process with 2, another failure with 1, each said on stderr. */
export async function runCommand(command: Command, args: string[] = Deno.args): Promise<void> {
  let parsed;
  try {
    parsed = parsedArguments(command, args);
  } catch (error) {
    fail(`${command.name}: ${(error as Error).message}; see --help`, 2);
    return;
  }
  if (parsed.values.help) {
    console.log(helpText(command));
    return;
  }
  // `deno task --config CLONE/deno.json` runs in the clone: paths are of the folder that it was called in.
  const { state } = Deno.permissions.querySync({ name: "env", variable: "INIT_CWD" });
  const from = state === "granted" ? Deno.env.get("INIT_CWD") : undefined;
  if (from && relative(ROOT, Deno.cwd()) === "" && relative(ROOT, from).startsWith("..")) Deno.chdir(from);
  try {
    await command.run(parsed);
  } catch (error) {
    // Errors made for users say all in their text; anything else is a defect, and its stack trace is wanted.
    const known = error instanceof UsageError || error instanceof RangeError ||
      ["ResultsError", "JournalLocked", "NotFound"].includes((error as Error).name) ||
      // Of the file system: a folder where a file stands, no right to write.
      /^E[A-Z]+$/.test(String((error as { code?: unknown }).code));
    // What a function of the command's name says has that name in front already.
    const said = String((error as Error).message).replace(new RegExp(`^${command.name}: `), "");
    fail(
      known || !(error instanceof Error) ? `${command.name}: ${said}` : `${error.stack}`,
      error instanceof UsageError ? error.status : 1,
    );
  }
}

function parsedArguments(
  { options = {}, defaults = {}, positionals }: Command,
  args: readonly string[],
): Parameters<Command["run"]>[0] {
  const usages = [...Object.keys(options), "help"].map((usage) => usage.split(" "));
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    usages.map(([name, value]) => [name, { type: value ? "string" : "boolean", multiple: true }]),
  );
  // As npm wants it, `--` may stand before the options; a command with arguments of its own passes on what is behind it.
  const own = withNegatives(positionals === undefined && args[0] === "--" ? args.slice(1) : args, config);
  let parsed;
  try {
    parsed = parseArgs({ args: own, options: config, allowPositionals: positionals !== undefined });
  } catch (error) {
    const [, name] = /^Unknown option '(--?[^' ]+)/.exec((error as Error).message) ?? [];
    if (name === undefined) throw error;
    const known = usages.map(([name]) => `--${name}`);
    throw new Error(`wanted options that there are, found ${namesLike([name], known)}`);
  }
  const values: Values = { ...defaults };
  for (const [name, given] of Object.entries(parsed.values as Record<string, (string | boolean)[]>)) {
    const usage = usages.find(([first]) => first === name)!;
    if (usage.at(-1) === "…") values[name] = given as string[];
    else if (new Set(given).size === 1) values[name] = given[0];
    else throw new Error(`wanted --${name} once, found it ${given.length} times: ${given.join(" and ")}`);
  }
  return { values, positionals: parsed.positionals };
}

/** A value may be a negative number (`--missing -1,99`), which would be taken for an option. */
function withNegatives(args: readonly string[], options: ParseArgsOptionsConfig): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1) ?? "";
    const takes = last.startsWith("--") && Object.hasOwn(options, last.slice(2)) &&
      options[last.slice(2)].type === "string";
    if (takes && /^-[\d.]/.test(arg)) joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** Prints a text that may hold names from files. */
export function say(text: string): void {
  console.log(folded(printable(text)));
}

export function complain(text: string): void {
  console.error(printable(text));
}

function fail(text: string, status: number): void {
  console.error(styleText("red", "error") + ` ${printable(text)}`);
  Deno.exitCode = status;
}

function helpText({ name, summary, positionals, options = {}, notes = [] }: Command): string {
  const rows = Object.entries(options).map(([usage, help]) => [`--${usage}`, help]);
  rows.push(["--help", "show this text"]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `${summary}`,
    "",
    `Usage: deno task ${name} [options]${positionals ? ` ${positionals}` : ""}`,
    "",
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    ...(notes.length > 0 ? ["", ...notes] : []),
  ].join("\n");
}
