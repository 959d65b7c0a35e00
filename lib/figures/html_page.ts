import { escapeXml } from "./svg_text.ts";

/** A page as one file, light or dark as the screen is; it asks the network for nothing, and the same content gives the same bytes. */
export function htmlPage(
  { title, style, body, script }: Record<"title" | "style" | "body", string> & { script?: string },
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? "" : `<script>\n${script}</script>\n`}</body>
</html>
`;
}
