#!/bin/sh
# Compares our tokenizer and forward pass with tokenizers and onnxruntime on the
# weights of a real model, and measures one question in a fresh process.
#
# usage: bench/embed/run.sh FOLDER MODEL.ONNX cls|mean MAX_TOKENS
#
# FOLDER has the model as safetensors (convert.py makes it from ONNX). PYTHON is
# a Python with numpy, onnxruntime and tokenizers; TEXTS is how many texts are
# compared, 1,000 if unset.
set -eu
[ $# -eq 4 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2; }
folder=$1 onnx=$2 pooling=$3 tokens=$4
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3} texts=${TEXTS:-1000}
if ! "$python" -c 'import numpy, onnxruntime, tokenizers' 2>/dev/null; then
	echo "NOT COMPARED: $python has no numpy, onnxruntime or tokenizers" >&2
	exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 AGMEM_MODEL="$folder" AGMEM_MODEL_IDS="$work/ids" AGMEM_MODEL_VECTORS="$work/vectors"
"$python" bench/embed/oracle_ids.py "$folder/tokenizer.json" "$texts" >"$work/ids"
"$python" bench/embed/oracle_vectors.py "$onnx" "$folder/tokenizer.json" "$pooling" "$tokens" "$texts" >"$work/vectors"
go test ./internal/embed/wordpiece ./internal/embed/bert -count 1 -v -run 'RealModel'

go build -o "$work/query" ./bench/embed/query
echo "a question in a fresh process, 15 times:"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	"$work/query" -model "$folder" -cache "$work/cache" why did the deploy of the parser fail
done
echo "a text of 256 tokens, five times in one process:"
"$work/query" -model "$folder" -cache "$work/cache" -words 254 -rounds 5
echo "64 short texts at once, three times in one process:"
"$work/query" -model "$folder" -cache "$work/cache" -copies 64 -rounds 3 why did the deploy of the parser fail
