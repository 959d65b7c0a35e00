#!/bin/sh
# A study on one node, offline: files of requests, vLLM's batch runner over each, answers back into the journal.
# DATA=pairs.jsonl IMAGES=/data/images MODEL=Qwen/Qwen2.5-VL-7B-Instruct OUT=data/results/mine sh data/recipes/vllm_offline.sh
set -eu
set -- --protocol "${PROTOCOL:-base}" --data "$DATA" --images "$IMAGES" --judge "$MODEL" --out "$OUT" --base-url http://localhost/v1
for round in 1 2 3; do # steps that build on another's answer come in the next round, and so do failed requests
  deno task judge "$@" --batch-files --batch-format vllm --image-urls "file://$IMAGES"
  for shard in "$OUT"/batches/*/*.input.jsonl; do
    answers="${shard%.input.jsonl}.output.jsonl"
    [ -e "$answers" ] && continue
    vllm run-batch -i "$shard" -o "$answers.part" --model "$MODEL" --allowed-local-media-path "$IMAGES"
    mv "$answers.part" "$answers"
    deno task judge "$@" --ingest "$answers"
  done
done
