import { posix } from "node:path";
import { importsOf } from "./import_rule.ts";

/** Tests that have seen what others did not, by the room that changed: of all that reach a change they come right behind its own. */
const SHARP: Record<string, string> = {
  ...Object.fromEntries(
    "metrics stats hypotheses ensemble".split(" ").map((room) => [room, "property/metrics level"]),
  ),
  results: "results/inspect results/read_cases outcomes/readers",
  report: "outcomes/report",
};

/** What keeps the names that doors export. */
const DOOR_TESTS = /^tests\/(contract|first_lines)_test/;

/** How far away a door counts that changed beside what it exports, of how many readers a data file is no list of cases, how many seconds count as an import, and as how many a file at most. */
const ALONG = 2, READERS = 6, SECONDS = 8, FAR = 3;

/** What is read by a call with its name alone, `ownFacts("help")`, no `tones.has("help")`: all but prompts, which are told so. */
const GIVEN = String.raw`(?<!\.\w+)\(\s*`, PROMPTS = "data/prompts/";

/** A file of tests, or a module with examples: how near it is (below 0: short, and the change edits it or what it reads), and whether the change edits it. */
export interface Reached {
  file: string;
  order: number;
  isEdited: boolean;
}

/**
 * What tests a change, the nearest first: files of tests, and modules of the library with examples. First stand tests that the change edits, or
 * lists that they read, then by how many imports lie between them and a changed file; behind the direct ones those that name what the file
 * exports, and at the same distance a changed file's own room. What takes long stands farther behind: eight seconds count as an import, up to three.
 *
 * @param modules path below the project → text, of all modules; Markdown with examples among them
 * @param changed paths of changed files; a file that is no module counts for those that name it
 * @param doors what the names of doors stand for: "judgebias" → "lib/mod.ts"
 * @param seconds of a processor that a file of tests takes (user and sys of `time deno test -A --no-check FILE`); 1 where nothing is said
 */
export function testsOf(
  modules: Record<string, string>,
  changed: readonly string[],
  doors: Record<string, string> = {},
  seconds: Record<string, number> = {},
): Reached[] {
  const importers = new Map<string, string[]>();
  for (const [file, text] of Object.entries(modules)) {
    const examples = [...text.matchAll(/^[ *]*import .* from "(judgebias[^"]*)"/gm)].map(([, door]) => door);
    for (const specifier of [...importsOf(text), ...examples]) {
      const target = specifier.startsWith(".")
        ? posix.join(posix.dirname(file), specifier)
        : specifier.replace("@/", "lib/");
      const known = doors[target] ?? target;
      importers.set(known, [...importers.get(known) ?? [], file]);
    }
  }
  const distance = new Map<string, number>();
  const namesIt = (file: string) => {
    const { base, name, dir } = posix.parse(file), before = file.startsWith(PROMPTS) ? "" : GIVEN;
    const isProse = base.endsWith(".md"), of = RegExp.escape(isProse ? file : base);
    const [own, kind] = [name, name.replace(/_of_.*/, "")].map(RegExp.escape);
    // By its path (`alike.json.lines` is a field), by its name alone, or by what several are (one digest per kind of frame).
    const whole = new RegExp(`(?<!\\w)${of}(?![.\\w])|${before}"${own}"|\`${kind}[ _]of[ _]\\$`);
    const named = Object.keys(modules).filter((one) =>
      whole.test(modules[one]) && (!isProse || one.startsWith("tests/"))
    );
    // Several rooms have a cases.jsonl.
    const beside = named.filter((one) => file.startsWith("tests/") && posix.dirname(one) === dir);
    return beside.length > 0 ? beside : named;
  };
  // A door and a table of data come along with what they name, and reach nearly all: they count as farther away. Cases of a test are its own.
  const isOwn = (file: string) =>
    file.startsWith("tests/") || file in modules && !Object.values(doors).includes(file);
  const along = changed.some(isOwn) ? changed.filter((file) => !isOwn(file)) : [];
  let reached = changed.filter((file) => !along.includes(file))
    .flatMap((file) => file in modules ? [file] : namesIt(file));
  for (let away = 0; reached.length > 0 || away <= ALONG; away++) {
    if (away === ALONG) reached.push(...along.flatMap((file) => file in modules ? [file] : namesIt(file)));
    const fresh = [...new Set(reached)].filter((file) => !distance.has(file));
    for (const file of fresh) distance.set(file, away);
    reached = fresh.flatMap((file) => importers.get(file) ?? []);
  }
  // Names of two words are nobody else's: `rows` stands everywhere.
  const name = /(?<=^export (?:async )?(?:function\*?|const|class) )\w*(?:[a-z][A-Z]|_)\w*/gm;
  const own = changed.flatMap((file) => modules[file]?.match(name) ?? []);
  const rooms = new Set(changed.map((file) => file.split("/")[1]));
  const sharp = [...rooms].flatMap((room) => SHARP[room]?.split(" ") ?? []).map((name) =>
    `tests/${name}_test.ts`
  );
  // A changed list of cases is what its few readers, straight or by a module of theirs, are there for; facts and cards the library reads itself.
  const edited = new Set(changed.flatMap((file) => {
    if (file in modules) return file;
    const readers = new Set(namesIt(file));
    if (file.startsWith("tests/")) {
      for (const one of readers) for (const other of importers.get(one) ?? []) readers.add(other);
    }
    const tests = [...readers].filter((one) => /^tests\/(?!outside\/).*_test\.ts$/.test(one));
    return tests.length > READERS ? [] : tests;
  }));
  const opened = changed.some((file) => Object.values(doors).includes(file));
  const place = (file: string) => {
    const away = distance.get(file)!;
    // A room's cases hold each of its functions by hand, in a few seconds.
    if (away > 0 && rooms.has(file.match(/^tests\/(\w+)\/cases_test/)?.[1] ?? "")) return 0.5;
    if (away < 2) return away;
    if (opened && DOOR_TESTS.test(file)) return 1.1;
    if (own.some((name) => modules[file].includes(name))) return 1.2;
    // An example of something else that goes through the same door notices least.
    const behind = (rooms.has(file.split("/")[1]) ? 0 : 0.5) + (file.startsWith("lib/") ? 1 : 0);
    return sharp.includes(file) ? 1.5 : away + behind;
  };
  const found = [...distance.keys()]
    .filter((file) =>
      file.startsWith("tests/") ? file.endsWith("_test.ts") : modules[file].includes("```ts")
    );
  const takes = (file: string) => (seconds[file] ?? 1) / SECONDS;
  const isEdited = (file: string) => edited.has(file) && file.endsWith("_test.ts");
  // However long it takes, one of those that the change edits is the nearest.
  const [first] = found.filter(isEdited).toSorted((a, b) => takes(a) - takes(b));
  return found.map((file) => {
    const order = (isEdited(file) ? -1 : place(file)) + Math.min(FAR, takes(file));
    return { file, order: file === first ? Math.min(-0.1, order) : order, isEdited: isEdited(file) };
  }).toSorted((a, b) => a.order - b.order);
}
