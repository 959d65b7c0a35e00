/** What a line of a prompt is, beside its words. */
export interface PromptLine {
  text: string;
  /** Belongs to the list item above it: it is indented like that one's text. */
  nested: boolean;
  /** Is written so in the prompt or in a reply: the form that a reply must keep, and the marks around inputs. */
  literal: boolean;
}

/** What ends a line after which a form of the reply follows. */
const OPENS_FORM = /\b(form|sentence)\b[^.]*:$|^#+ Output Format/;

/** A line that a form goes on with after an empty one: a heading of the reply and what stands for its text. */
const GOES_ON = /^(#+ )?[\w ]+: ?[<[(]/;

/** A slot alone, or with its name: inputs below each other are one list. */
const INPUT = /^(\[[\w ]+\]: )?\{\{[a-z0-9_]+\}\}$/;

const MARK = /^\[The (Start|End) of .*\]$/, ITEM = /^\d+\. /, HEADING = /^#+ /;

/**
 * A prompt's lines in units that stay together: what a heading or a colon introduces with it, lists and inputs whole, the form of
 * the reply as one; between units an empty line was.
 */
export function promptUnits(text: string): PromptLine[][] {
  const units: PromptLine[][] = [];
  let form = false, goesOn = false;
  for (const paragraph of text.split("\n\n")) {
    const lines = paragraph.split("\n");
    form &&= GOES_ON.test(lines[0]);
    let item = false;
    const own = lines.map((line): PromptLine => {
      const numbered = ITEM.test(line);
      if (numbered) form = false;
      const literal = form || MARK.test(line), nested = item && !numbered;
      item ||= numbered;
      form ||= OPENS_FORM.test(line);
      return { text: line, nested, literal };
    });
    const last = units.at(-1);
    const listed = INPUT.test(lines[0]) && INPUT.test(last?.at(-1)?.text ?? "");
    if (last && (goesOn || listed || form && own[0].literal && !MARK.test(lines[0]))) {
      last.push({ text: "", nested: false, literal: false }, ...own);
    } else units.push(own);
    const end = own[own.length - 1];
    goesOn = /:$/.test(end.text) || !end.literal && HEADING.test(end.text);
  }
  return units;
}
