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

  /** What template strings and `+` take. */
  override valueOf(): string {
    return this.toString();
  }

  #echo(): string {
    return this.printed ? "" : this.toString();
  }

  /** What consoles show. */
  [Symbol.for("Deno.customInspect")](): string {
    return this.#echo();
  }

  /** What Node's consoles show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.#echo();
  }

  /** What Jupyter shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    const escaped = this.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]!);
    return {
      "text/plain": String(this),
      "text/html":
        `<pre class="tex2jax_ignore" style="white-space:pre-wrap;word-break:normal">${escaped}</pre>`,
    };
  }
}
