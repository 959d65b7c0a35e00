/** A text that a notebook shows as it stands, line by line, when it is the last line of a cell. */
export class ShownText extends String {
  /** What Jupyter shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    const escaped = this.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]!);
    return {
      "text/plain": String(this),
      "text/html": `<pre class="tex2jax_ignore" style="white-space:pre-wrap">${escaped}</pre>`,
    };
  }
}
