import { dirname } from "node:path";

/** Uses a folder of files by their names (texts, bytes, or rows as lines of JSON) that is gone afterwards. */
export function inFolder<T>(
  files: Record<string, string | Uint8Array | unknown[]>,
  use: (folder: string) => T,
): T {
  const folder = Deno.makeTempDirSync();
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      Deno.mkdirSync(dirname(path), { recursive: true });
      if (content instanceof Uint8Array) Deno.writeFileSync(path, content);
      else {
        const text = typeof content === "string"
          ? content
          : content.map((row) => JSON.stringify(row)).join("\n");
        Deno.writeTextFileSync(path, text);
      }
    }
    return use(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The path of a new file with that text. */
export function file(content: string, name = "own.csv"): string {
  const path = `${Deno.makeTempDirSync()}/${name}`;
  Deno.writeTextFileSync(path, content);
  return path;
}
