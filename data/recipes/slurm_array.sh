#!/bin/sh
#SBATCH --job-name=judge --gpus=1 --time=12:00:00
# One shard, one job. First write the shards, then: sbatch --array=1-N data/recipes/slurm_array.sh, N being their number:
#   deno task judge --protocol base --data pairs.jsonl --judge "$MODEL" --base-url http://localhost/v1 --out "$OUT" \
#     --batch-files --batch-format vllm --shard-requests 20000
# When jobs are through, in any order and as often as you like: the same command with --ingest "$OUT/batches/*/*.output.jsonl"
# in place of the last line. Shards whose job failed wait; submit their numbers again (--array=3,17).
set -eu
shard=$(find "$OUT/batches" -name "$(printf %04d "$SLURM_ARRAY_TASK_ID").input.jsonl")
answers="${shard%.input.jsonl}.output.jsonl"
[ -e "$answers" ] && exit 0
vllm run-batch -i "$shard" -o "$answers.part" --model "$MODEL"
mv "$answers.part" "$answers"
