"""Turns a BERT model in ONNX, as PyTorch exports it, into the folder that agmem reads.

usage: python3 convert.py MODEL.ONNX FOLDER cls|mean MAX_TOKENS

It writes model.safetensors, config.json, 1_Pooling/config.json and
sentence_bert_config.json; tokenizer.json has to be there. The heads of the
model are taken to have 32 numbers, as in MiniLM and bge-small.
"""

import json
import pathlib
import sys

import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file


def weights(graph):
    """The matrices have the names of the nodes that use them, transposed."""
    values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    found = {k: v for k, v in values.items() if k.startswith(("embeddings.", "encoder."))}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in values:
            name = node.name.strip("/").removesuffix("/MatMul").replace("/", ".") + ".weight"
            found[name] = values[node.input[1]].T.copy()
    found.pop("embeddings.position_ids", None)
    return found


def main():
    model, folder, pooling, tokens = sys.argv[1:]
    folder = pathlib.Path(folder)
    tensors = weights(onnx.load(model).graph)
    words, places, kinds = (tensors[f"embeddings.{k}_embeddings.weight"].shape for k in ("word", "position", "token_type"))
    config = {
        "model_type": "bert", "hidden_act": "gelu", "layer_norm_eps": 1e-12, "vocab_size": words[0], "hidden_size": words[1],
        "max_position_embeddings": places[0], "type_vocab_size": kinds[0], "num_attention_heads": words[1] // 32,
        "num_hidden_layers": sum(k.endswith("query.weight") for k in tensors),
        "intermediate_size": tensors["encoder.layer.0.intermediate.dense.weight"].shape[0],
    }
    save_file(tensors, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "1_Pooling").mkdir(exist_ok=True)
    modes = {"pooling_mode_cls_token": pooling == "cls", "pooling_mode_mean_tokens": pooling == "mean"}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(modes))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": int(tokens)}))


main()
