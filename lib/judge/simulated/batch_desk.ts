import type { Buffer } from "node:buffer";

/** Status and body of a response; `id` names the request of a completion: equal ones are equal. */
export interface ServedAnswer {
  status: number;
  body: string;
  id?: string;
}

/** A batch is done at the second look at it. */
const POLLS_UNTIL_DONE = 2;

/**
 * The Batch API of OpenAI as far as judges use it, in memory: files, batches, their states, output and error files. Null for
 * paths that are none of these.
 */
export function batchDesk(complete: (body: { model: string }) => ServedAnswer) {
  const files = new Map<string, string>();
  const batches = new Map<string, { polls: number; record: Record<string, unknown> }>();
  const keep = (lines: string[]) => {
    if (lines.length === 0) return null;
    const id = `file-${files.size + 1}`;
    files.set(id, lines.join("\n") + "\n");
    return id;
  };
  const finish = (record: Record<string, unknown>) => {
    const good: string[] = [], bad: string[] = [];
    for (const line of files.get(String(record.input_file_id))?.split("\n").filter(Boolean) ?? []) {
      const { custom_id, body } = JSON.parse(line), { status, body: said } = complete(body);
      const response = { status_code: status, request_id: custom_id, body: JSON.parse(said) };
      const id = `batch_req_${good.length + bad.length}`;
      (status === 200 ? good : bad).push(JSON.stringify({ id, custom_id, response, error: null }));
    }
    const counts = { total: good.length + bad.length, completed: good.length, failed: bad.length };
    const ends = { output_file_id: keep(good), error_file_id: keep(bad), request_counts: counts };
    Object.assign(record, { status: "completed", ...ends });
  };
  const json = (value: unknown, status = 200): ServedAnswer => ({ status, body: JSON.stringify(value) });

  return async (method: string, path: string, type: string, body: Buffer): Promise<ServedAnswer | null> => {
    if (method === "POST" && path === "/files") {
      const headers = { "content-type": type };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      const file = form.get("file") as File, text = await file.text();
      const about = { bytes: text.length, filename: file.name, purpose: form.get("purpose"), created_at: 0 };
      return json({ id: keep([text.replace(/\n$/, "")]), object: "file", ...about });
    }
    if (method === "POST" && path === "/batches") {
      const id = `batch_${batches.size + 1}`, made = { object: "batch", created_at: batches.size };
      const ends = { output_file_id: null, error_file_id: null, errors: null };
      const record = { ...JSON.parse(body.toString("utf8")), id, ...made, status: "in_progress", ...ends };
      batches.set(record.id, { polls: 0, record });
      return json(record);
    }
    if (method === "GET" && path === "/batches") {
      const data = [...batches.values()].map(({ record }) => record).reverse();
      const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
      return json({ object: "list", data, has_more: false, ...ends });
    }
    const [, kind, id, part] = /^\/(files|batches)\/([^/]+)(\/content)?$/.exec(path) ?? [];
    if (kind === "files" && part) {
      const text = files.get(id);
      const missing = json({ error: { message: "no such file" } }, 404);
      return text === undefined ? missing : { status: 200, body: text };
    }
    const batch = kind === "batches" && !part ? batches.get(id) : undefined;
    if (!batch) return null;
    if (++batch.polls >= POLLS_UNTIL_DONE && batch.record.status === "in_progress") finish(batch.record);
    return json(batch.record);
  };
}
