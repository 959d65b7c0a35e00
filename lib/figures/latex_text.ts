/** Greek letters in order, as LaTeX calls them, and the capitals that it has. */
const GREEK =
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon varphi chi psi omega"
    .split(" ");
const NAMED = ["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"];

/** Characters that are commands, and signs that pdfLaTeX has in mathematics alone; blanks that keep decimals below each other. */
const SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GREEK.flatMap((name, i) => {
    const small = name === "omicron" ? "o" : `$\\${name}$`,
      capital = name.replace(/^(var)?./, (start) => start.slice(-1).toUpperCase());
    const large = NAMED.includes(capital) ? [[String.fromCodePoint(0x391 + i), `$\\${capital}$`]] : [];
    return [[String.fromCodePoint(0x3b1 + i), small], ...large];
  })),
  ...{ "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "|": "$|$" },
  ...{
    "<": "$<$",
    ">": "$>$",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "--": "-{}-",
    "±": "$\\pm$",
    "→": "$\\to$",
  },
  ...{ "≤": "$\\leq$", "≥": "$\\geq$", "≠": "$\\neq$", "≈": "$\\approx$", "×": "$\\times$", "·": "$\\cdot$" },
  ...{ "←": "$\\leftarrow$", "↑": "$\\uparrow$", "↓": "$\\downarrow$", "°": "$^\\circ$", "∞": "$\\infty$" },
  ...{ "²": "$^2$", "³": "$^3$", "µ": "$\\mu$", "√": "$\\surd$", "∈": "$\\in$", "△": "$\\triangle$" },
  ...{
    "Φ\u0303": "$\\tilde\\Phi$",
    "✓": "\\checkmark{}",
    "\u2002": "\\phantom{*}",
    "\u2007": "\\phantom{0}",
  },
  ...{ "\u2008": "\\phantom{.}", "\u00a0": "~", "\u202f": "\\,", "\u2009": "\\,", "\u2011": "-" },
};

/** Text in which no character is a command, and none is missing from pdfLaTeX's fonts that stands above. */
export function escaped(text: string): string {
  return text.replace(
    /Φ\u0303|--|[%#$&_{}]|[^\w\s.,;:!?()[\]/+*'"=@`-]|[\u00a0\u2002-\u202f]/gu,
    (sign) => SIGNS[sign] ?? (/[%#$&_{}]/.test(sign) ? `\\${sign}` : sign),
  ).replace(/\s+/g, " ");
}

/** Text of a picture, with its subscripts and signs. */
export function tex(text: string): string {
  return text.split(/(_\{[^}]*\})/).map((part, i) =>
    i % 2 === 1 ? `$_{\\mathrm{${escaped(part.slice(2, -1))}}}$` : escaped(part)
  ).join("");
}
