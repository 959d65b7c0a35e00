import { Buffer } from "node:buffer";
import { env, stdout } from "node:process";
import { inWords, unframed } from "./told.ts";

/** A text that a notebook shows as it stands, line by line, when it is the last line of a cell. */
export class ShownText extends String {
  /** Printed already: a console that echoes the value (a REPL) is not to print it once more. */
  printed = false;

  /** A text has been made of it (`console.log(help(…))`, a template): its taker's to print. */
  taken = false;

  override toString(): string {
    this.taken = true;
    return super.toString();
  }

  override valueOf(): string {
    return this.toString();
  }

  constructor(text: string) {
    super(text);
    const html = `<pre class="tex2jax_ignore" style="white-space:pre-wrap;word-break:normal">${
      escaped(text)
    }</pre>`;
    const bundle = () => ({ "text/plain": String(this), "text/html": html });
    withFaces(this, () => this.printed ? "" : this.toString(), bundle);
  }
}

/** A value with the faces that consoles (Deno's, Node's) and notebooks ask for, without listing them among its fields; copies and comparisons see data only. */
export function withFaces<T extends object>(value: T, text: () => string, display: () => Bundle): T {
  const inCell = () => {
    const shown = notebookDisplay();
    return shown ? shownWhole(shown, [display()]) : display();
  };
  const faces = {
    "Deno.customInspect": text,
    "nodejs.util.inspect.custom": text,
    "Jupyter.display": inCell,
    [FACE]: display,
  };
  if (value.toString === Object.prototype.toString) {
    Object.defineProperty(value, "toString", { value: text, configurable: true });
  }
  for (const [name, face] of Object.entries(faces)) {
    // Spreading a frame asks its proxy, which knows no such property and may hide those alone that could go.
    Object.defineProperty(value, Symbol.for(name), { value: face, configurable: true });
  }
  return value;
}

/** Under which name a value has what it shows, which `Jupyter.display` displays by itself in a kernel. */
export const FACE = "judgebias.face";

/** Deno's kernel reports a cell as idle before its last outputs are out; a front end may then stop listening. */
const SETTLE_MS = 100;

/** Displays what is shown and waits until it is out; what is left for the kernel to send may be lost, and is nothing. */
export async function shownWhole(display: Display, bundles: readonly Bundle[]): Promise<Bundle> {
  for (const bundle of bundles) await display(bundle, { raw: true });
  await new Promise((settled) => setTimeout(settled, SETTLE_MS));
  return {};
}

export type Bundle = Record<string, unknown>;

type Display = (bundle: Bundle, options: Record<string, unknown>) => Promise<void>;

/** Jupyter's display function, or null outside a kernel (where the mere look at it throws). */
export function notebookDisplay(): Display | null {
  try {
    return Deno.jupyter.display;
  } catch {
    return null;
  }
}

/** How wide lines are: as the environment says (`COLUMNS=100`, in a pipe too), as the terminal is, else without end. */
export function terminalWidth(): number {
  return notebookDisplay() ? Infinity : Number(env.COLUMNS) || stdout.isTTY && stdout.columns || Infinity;
}

/** Lines that are longer than a width are broken at a blank, what follows stands behind their beginning. */
export function folded(text: string, width = terminalWidth(), behind = "  "): string {
  return text.split("\n").map((line) => {
    const rest = /^ */.exec(line)![0] + behind, parts: string[] = [];
    for (let left = line; left !== "";) {
      const end = left.length > width ? left.lastIndexOf(" ", width) : -1;
      const at = end > rest.length ? end : left.length;
      parts.push(left.slice(0, at).trimEnd());
      left = at < left.length ? rest + left.slice(at).trimStart() : "";
    }
    return parts.join("\n");
  }).join("\n");
}

const WRAPPED = 100, NARROW = 60;

export const breadth = () => Math.max(NARROW, terminalWidth());

/** A text whose paragraphs have lines of one width, all behind the same space; lists and code keep their lines. */
export function wrapped(text: string, space = ""): string {
  const joined = text.replace(/(?<=\S)\n {0,2}(?=[^\s|-])(?![^]*```)/g, " ");
  const whole = joined.replace(/`[^`\n]{1,40}`/g, (code) => code.replaceAll(" ", "\u00a0"));
  return whole.split("\n").map((one) => {
    const rest = space + (one.startsWith("- ") ? "  " : ""),
      width = Math.min(WRAPPED, breadth()) - rest.length;
    const lines = one.replace(new RegExp(`(.{1,${width}})(?: +|$)`, "g"), "$1\n").trimEnd();
    return space + lines.replaceAll("\n", `\n${rest}`);
  }).join("\n").trimEnd().replaceAll("\u00a0", " ");
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

export function inHtml(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** What the marks of a picture say, one by one below it: for the keyboard and for those who cannot see it, without a script. */
function marksList(svg: string): string {
  const [, ...titles] = [...svg.matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, text]) => text);
  const marks = [...new Set(titles)]; // an interval says what its mark says
  if (marks.length === 0) return "";
  return `<details><summary>Data of this figure (${inWords(marks.length, "entry", "entries")})</summary><ul>${
    marks.map((text) => `<li>${text.replaceAll("\n", "<br>")}</li>`).join("")
  }</ul></details>`;
}

/** As an image in HTML too: exports of notebooks strip inline SVG, whose ids and styles would meet those of the page. Narrower than 560 px its letters are too small: it scrolls. */
export function pictureBundle({ svg, alt = "figure" }: { svg: string; alt?: string }): Bundle {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const image = `<img src="${source}" alt="${escaped(alt)}" style="max-width:max(100%,560px)">`;
  return { "text/html": `${image}${marksList(svg)}`, "image/svg+xml": svg, "text/plain": alt };
}

export function isPicture(value: unknown): value is { svg: string; alt?: string } {
  return typeof unframed(value).svg === "string";
}
