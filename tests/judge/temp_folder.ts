/** A folder of its own that is removed with the test. */
export function tempFolder(): { path: string } & Disposable {
  const path = Deno.makeTempDirSync({ prefix: "judgebias-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}
