"""Writes internal/embed/bert/testdata: two small models with random weights, and
the vectors that the `transformers` library computes with them.

usage: python3 golden_models.py FOLDER
"""

import json
import pathlib
import sys

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel, NomicBertConfig, NomicBertModel

import golden_ids
import texts

TOKENS = 70
HIDDEN, LAYERS, HEADS, INNER = 32, 2, 2, 64
CHOSEN = [t for t in texts.RECORDED if len(t) < 90] + [texts.words(__import__("random").Random(1), 200)]


def scatter(model):
    """Weights large enough that every part of the model matters."""
    torch.manual_seed(14)
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(torch.randn(p.shape) * 0.3 + (1 if "norm.weight" in name.lower() else 0))
            if isinstance(model, NomicBertModel):
                p.copy_(p.half().float())
    return model.eval()


def bert(size):
    config = dict(vocab_size=size, hidden_size=HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=HEADS, intermediate_size=INNER,
                  max_position_embeddings=TOKENS + 2, hidden_act="gelu", layer_norm_eps=1e-12, type_vocab_size=2)
    model = scatter(BertModel(BertConfig(**config, attn_implementation="eager"), add_pooling_layer=False))
    weights = {k: v for k, v in model.state_dict().items() if not k.endswith("position_ids")}
    return model, {"model_type": "bert", **config}, weights


def nomic(size):
    config = NomicBertConfig(vocab_size=size, hidden_size=HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=HEADS, head_dim=HIDDEN // HEADS,
                             intermediate_size=INNER, max_position_embeddings=128, attn_implementation="eager")
    model = scatter(NomicBertModel(config))
    s, weights = model.state_dict(), {}
    for name in ("word", "token_type"):
        weights[f"embeddings.{name}_embeddings.weight"] = s[f"embeddings.{name}_embeddings.weight"]
    for end in ("weight", "bias"):
        weights[f"emb_ln.{end}"] = s[f"embeddings.LayerNorm.{end}"]
        for i in range(LAYERS):
            weights[f"encoder.layers.{i}.norm1.{end}"] = s[f"layers.{i}.post_attention_layernorm.{end}"]
            weights[f"encoder.layers.{i}.norm2.{end}"] = s[f"layers.{i}.post_mlp_layernorm.{end}"]
    for i in range(LAYERS):
        part = lambda name: s[f"layers.{i}.{name}.weight"]
        weights[f"encoder.layers.{i}.attn.Wqkv.weight"] = torch.cat([part(f"self_attn.{k}_proj") for k in "qkv"])
        weights[f"encoder.layers.{i}.attn.out_proj.weight"] = part("self_attn.o_proj")
        for theirs, ours in (("up", "fc11"), ("gate", "fc12"), ("down", "fc2")):
            weights[f"encoder.layers.{i}.mlp.{ours}.weight"] = part(f"mlp.{theirs}_proj")
    published = {
        "model_type": "nomic_bert", "activation_function": "swiglu", "n_embd": HIDDEN, "n_layer": LAYERS, "n_head": HEADS, "n_inner": INNER,
        "n_positions": 128, "layer_norm_epsilon": 1e-12, "rotary_emb_base": 1000, "rotary_emb_fraction": 1.0, "rotary_emb_interleaved": False,
        "prenorm": False, "qkv_proj_bias": False, "mlp_fc1_bias": False, "mlp_fc2_bias": False, "type_vocab_size": 2, "vocab_size": size,
    }
    return model, published, {k: v.half() for k, v in weights.items()}


def write(folder, made, first, prompts):
    model, config, weights = made
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = json.dumps(golden_ids.tokenizer(golden_ids.OPTIONS[0]))
    (folder / "tokenizer.json").write_text(tokenizer + "\n")
    (folder / "config.json").write_text(json.dumps(config) + "\n")
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": TOKENS}) + "\n")
    (folder / "1_Pooling").mkdir(exist_ok=True)
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": first, "pooling_mode_mean_tokens": not first}) + "\n")
    save_file({k: v.contiguous() for k, v in weights.items()}, folder / "model.safetensors")
    t = Tokenizer.from_str(tokenizer)
    t.enable_truncation(TOKENS)
    with open(folder / "vectors.jsonl", "w") as out:
        for kind, prompt in prompts.items():
            for text in CHOSEN if kind == "document" else CHOSEN[:3]:
                with torch.no_grad():
                    states = model(torch.tensor([t.encode(prompt + text).ids])).last_hidden_state[0]
                v = torch.nn.functional.normalize(states[0] if first else states.mean(0), dim=0)
                out.write(json.dumps({"query": kind == "query", "text": text, "vector": [float(f"{x:.7g}") for x in v]}, separators=(",", ":")) + "\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    size = len(golden_ids.vocabulary())
    prompts = {"document": "", "query": "the query: "}
    write(folder / "bert", bert(size), True, prompts)
    (folder / "bert" / "config_sentence_transformers.json").write_text(json.dumps({"prompts": prompts}) + "\n")
    write(folder / "nomic", nomic(size + 3), False, {"document": "search_document: ", "query": "search_query: "})


main()
