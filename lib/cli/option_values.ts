import { UsageError, type Values, wrongly } from "./command.ts";

type Assignment = Record<"left" | "right", string>;

/** Readers of a command's options: undefined where nothing was said; what cannot be meant so ends the command. */
export function optionValues(values: Values) {
  const text = (name: string) => values[name] as string | undefined;
  const wrong = (name: string, wanted: string, found = text(name)) =>
    new UsageError(`wanted ${wanted} for --${name}, found ${found}`);
  const number = (name: string, holds = (_: number) => true, wanted = ""): number | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    const value = given.trim() === "" ? NaN : Number(given);
    if (!Number.isFinite(value)) throw wrong(name, "a number");
    if (holds(value)) return value;
    throw wrong(name, wanted);
  };
  const among = <T extends string>(name: string, allowed: readonly T[], found: string): T => {
    const one = allowed.find((value) => value === found);
    if (one === undefined) throw wrong(name, allowed.join(", "), found);
    return one;
  };
  return {
    text,
    flag: (name: string) => values[name] === true,
    /** What was said each time of an option that counts each time. */
    texts: (name: string) => (values[name] ?? []) as string[],
    number,
    required(name: string): string {
      const given = text(name);
      if (given !== undefined && given !== "") return given;
      throw new UsageError(`wanted --${name}, found nothing; see --help`);
    },
    whole: (name: string, least = -Infinity) =>
      number(
        name,
        (value) => Number.isSafeInteger(value) && value >= least,
        `a whole number${least === -Infinity ? "" : ` of at least ${least}`}`,
      ),
    share: (name: string) => number(name, (value) => value >= 0 && value <= 1, "a number from 0 to 1"),
    fraction: (name: string) => number(name, (value) => value > 0 && value < 1, "a number between 0 and 1"),
    oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
      const given = text(name);
      return given === undefined ? undefined : among(name, allowed, given);
    },
    list: (name: string) => text(name)?.split(",").map((part) => part.trim()),
    listOf<T extends string>(name: string, allowed: readonly T[]): T[] | undefined {
      return text(name)?.split(",").map((part) => among(name, allowed, part.trim()));
    },
    /** Of `a=b=c` the left side ends at the first sign, or at the last; `several` right sides may be said of one. */
    assignments(
      name: string,
      form: string,
      { separator = ",", at = "first", several = false }: {
        separator?: string;
        at?: "first" | "last";
        several?: boolean;
      } = {},
    ): Assignment[] | undefined {
      const parts = text(name)?.split(separator).filter((part) => part.trim() !== "");
      if (parts?.length === 0) throw wrong(name, form);
      const seen = new Set<string>();
      return parts?.map((part) => {
        const sign = at === "first" ? part.indexOf("=") : part.lastIndexOf("=");
        if (sign < 1) throw wrong(name, form, part);
        const left = part.slice(0, sign).trim(), same = several ? part.trim() : left;
        if (seen.has(same)) throw wrong(name, `${same} once`, `it twice in ${text(name)}`);
        seen.add(same);
        return { left, right: part.slice(sign + 1).trim() };
      });
    },
  };
}

/** What was given: an option that was not leaves its place to a default. */
export function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Asks for leave to read the variable that holds a key, where it is another than the task's own. */
export async function askForKeyVariable(variable: string | undefined): Promise<void> {
  if (variable === undefined) return;
  const { state } = await Deno.permissions.request({ name: "env", variable });
  if (state === "granted") return;
  throw wrongly("leave_to_read", { variable });
}
