/** A text that a notebook shows as it stands, line by line, when it is the last line of a cell. */
export class ShownText extends String {
  /** Printed already: a console that echoes the value (a REPL, `console.log(help(…))`) is not to print it once more. */
  printed = false;

  /** What consoles show. */
  [Symbol.for("Deno.customInspect")](): string {
    return this.printed ? "" : String(this);
  }

  /** What Node's consoles show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.printed ? "" : String(this);
  }

  /** What Jupyter shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    const escaped = this.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]!);
    return {
      "text/plain": String(this),
      "text/html": `<pre class="tex2jax_ignore" style="white-space:pre-wrap">${escaped}</pre>`,
    };
  }
}
