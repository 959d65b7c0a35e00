"""Ray Data over the shards of `deno task judge … --batch-files --batch-format vllm`; then `--ingest answers`.
python3 data/recipes/ray_data.py MODEL 'out/batches/*/*.input.jsonl' answers [GPUS]"""
import glob, json, os, sys
import ray
from vllm import LLM, SamplingParams

model, shards, answers, gpus = sys.argv[1], glob.glob(sys.argv[2]), sys.argv[3], int((sys.argv[4:] or ["1"])[0])
class Judge:
    def __init__(self):
        self.llm = LLM(model)
    def __call__(self, batch):
        asked = [json.loads(line) for line in batch["text"]]
        how = [{"temperature": b.get("temperature", 1), "top_p": b.get("top_p", 1), "seed": b.get("seed"),
                "max_tokens": b.get("max_completion_tokens", 2048)} for b in (line["body"] for line in asked)]
        said = self.llm.chat([line["body"]["messages"] for line in asked], [SamplingParams(**one) for one in how])
        return {"custom_id": [line["custom_id"] for line in asked], "response": [{"status_code": 200, "body": {
            "model": model, "choices": [{"message": {"content": s.outputs[0].text}, "finish_reason": s.outputs[0].finish_reason}],
            "usage": {"prompt_tokens": len(s.prompt_token_ids), "completion_tokens": len(s.outputs[0].token_ids)}}} for s in said]}
ray.data.read_text(shards).map_batches(Judge, batch_size=256, concurrency=gpus, num_gpus=1).write_json(os.path.abspath(answers))
