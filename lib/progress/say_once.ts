/** How many figures and reports are being made: what is left without rows there is no slip of whoever asked for it, and stands in what is drawn. */
let asking = 0;

// A count and no context of the calls: Deno's kernel runs the cells that follow in the context of the last one's.
export async function unsaid<Made>(make: () => Made | Promise<Made>): Promise<Made> {
  asking++;
  try {
    return await make();
  } finally {
    asking--;
  }
}

export function sayOnce(text: string): void {
  if (SAID.has(text) || asking > 0) return;
  SAID.add(text);
  console.warn(text);
}

const SAID = new Set<string>();
