import { existsSync } from "node:fs";
import type { DocExample } from "./doc_examples.ts";
import { ROOT } from "@/cli/project.ts";
import type { TestRoom } from "./test_rooms.ts";

/** A test in Deno's JUnit report, which is written when a run is interrupted too. */
interface TestCase {
  name: string;
  file: string;
  /** `waiting`: not begun or not ended when the run was interrupted, or ignored. */
  outcome: "passed" | "failed" | "waiting";
  message: string;
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

/** The tests of a JUnit report as Deno writes it. */
export function testCases(junit: string): TestCase[] {
  const plain = (text: string) =>
    text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity])
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  return [...junit.matchAll(
    /<testcase name="([^"]*)" classname="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )].map(([, name, file, inner = ""]) => {
    const failure = /<failure[^>]*>([\s\S]*?)<\/failure>/.exec(inner);
    return {
      name: plain(name),
      file: plain(file).replace(/^\.\//, ""),
      outcome: failure ? "failed" : /<skipped|<error/.test(inner) ? "waiting" : "passed",
      message: failure ? plain(failure[1]) : "",
    };
  });
}

/** What a run of tests that was interrupted has found, and the test files and examples that it did not come to. */
export function testsLeftOut(
  junit: string,
  rooms: readonly TestRoom[],
  isDone = (room: TestRoom) => existsSync(`${ROOT}${room.path}.done`),
): { passed: number; failed: TestCase[]; files: string[]; examples: DocExample[] } {
  const cases = testCases(junit);
  const begun = new Set(cases.map(({ file }) => file));
  const waiting = new Set(cases.filter(({ outcome }) => outcome === "waiting").map(({ file }) => file));
  const ran = new Set(cases.filter(({ outcome }) => outcome !== "waiting").map(({ name }) => name));
  const open = rooms.filter((room) => !isDone(room));
  return {
    passed: cases.filter(({ outcome }) => outcome === "passed").length,
    failed: cases.filter(({ outcome }) => outcome === "failed"),
    files: open.flatMap(({ tests }) => tests.filter((file) => !begun.has(file) || waiting.has(file))),
    examples: open.flatMap(({ examples }) =>
      examples.filter(({ file, line }) => !ran.has(`${file}:${line}`))
    ),
  };
}
