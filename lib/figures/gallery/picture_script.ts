/**
 * A picture's text as a script beside it (`<path>.js`): a page that is opened as a file may load scripts, but not look into pictures,
 * and wants the text so that its marks answer to the keyboard.
 */
export function pictureScript(path: string, svg: string): string {
  return `pictureText(${JSON.stringify(path)}, ${JSON.stringify(svg)});\n`;
}
