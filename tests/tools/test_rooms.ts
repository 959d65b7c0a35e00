import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type DocExample, examplesModule } from "./doc_examples.ts";
import { ROOT } from "@/cli/project.ts";

/** Test files that need an isolate of their own, with the reason. */
export const ALONE: Readonly<Record<string, string>> = {
  "tests/figures/compose_test.ts": "Deno keeps snapshots under the name of the module that runs",
  "tests/figures/table_drawing_test.ts": "Deno keeps snapshots under the name of the module that runs",
};

/** The room of a file: the folder of `tests/` or `lib/` in which it lies, or the documents. */
export function roomOf(file: string): string {
  return /^(?:tests|lib)\/(\w+)\//.exec(file)?.[1] ?? "documents";
}

/**
 * A module that loads test files into one isolate. A file that throws as it loads is a test that fails, and the others run.
 * Deno names a test that fails by the file and line in which it stands.
 *
 * Letting go of Polars' objects costs the collector the square of their number (5,000: 0.06 s, 40,000: 2.2 s): it is called
 * before there are many (69 tests of hypotheses and results took 27 s of the processor with it, 37 s without, and half the
 * memory), but seldom, because where much is kept each call takes a third of a second (147 tests of figures took 70 s where
 * it was called every second, 59 s without).
 */
export function roomModule(files: readonly string[]): string {
  return `let collected = performance.now();
Deno.test.afterEach(async () => {
  await new Promise((done) => setTimeout(done));
  if (performance.now() - collected < 5000) return;
  globalThis.gc?.();
  collected = performance.now();
});
for (const file of ${JSON.stringify(files, null, 2)}) {
  try {
    await import(new URL("../" + file, import.meta.url).href);
  } catch (error) {
    Deno.test(\`\${file} loads\`, () => {
      throw error;
    });
  }
}
`;
}

/** A room whose tests have all run says so: a run with a limit of time tells what it did not come to. */
const DONE = `Deno.test.afterAll(() => Deno.writeTextFileSync(new URL(import.meta.url + ".done"), ""));
`;

/** A module of tests: those of a room, or a file by itself. */
export interface TestRoom {
  room: string;
  /** How far its tests are from what was changed (`bandOf`). */
  band: number;
  /** Path of the module below the project's root. */
  path: string;
  tests: string[];
  examples: DocExample[];
}

/**
 * One module of tests per room, with the test files of `tests/ROOM` and the examples of `lib/ROOM`: the library is loaded,
 * compiled and its simulations drawn once per room, not once per file. A file that is set apart has a module by itself; one
 * that needs an isolate of its own stays as it is. With bands a room has a module for each.
 */
export function writeRooms(
  tests: readonly string[],
  examples: readonly DocExample[],
  apart: (file: string) => boolean,
  bandOf: (file: string, code?: string) => number = () => 0,
): TestRoom[] {
  const folder = ".examples";
  rmSync(ROOT + folder, { recursive: true, force: true });
  mkdirSync(ROOT + folder, { recursive: true });
  const rooms = new Map<string, TestRoom>();
  const roomFor = (room: string, band: number, name: string) => {
    // All in one folder: Deno runs what lies deeper before the rest, whatever the order in which it is named.
    const path = room in ALONE ? room : `${folder}/${band === 0 ? "" : `${band}_`}${name}`;
    if (!rooms.has(path)) rooms.set(path, { room, band, path, tests: [], examples: [] });
    return rooms.get(path)!;
  };
  for (const file of tests) {
    const isAlone = file in ALONE || apart(file), room = isAlone ? file : roomOf(file);
    roomFor(room, bandOf(file), isAlone ? file.replaceAll("/", "_") : `${room}_test.ts`).tests.push(file);
  }
  for (const example of examples) {
    const room = roomOf(example.file);
    roomFor(room, bandOf(example.file, example.code), `${room}_test.ts`).examples.push(example);
  }
  for (const { path, tests, examples } of rooms.values()) {
    if (!(path in ALONE)) writeFileSync(ROOT + path, examplesModule(examples) + roomModule(tests) + DONE);
  }
  return [...rooms.values()];
}
