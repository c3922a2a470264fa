"""Loads the plugin as Hermes does, takes the steps of its standard input, one
JSON object a line, and prints the result of each as a line."""

import abc
import importlib.util
import json
import sys
import types


class MemoryProvider(abc.ABC):
    """The part of Hermes' class that a provider has to fill."""

    @property
    @abc.abstractmethod
    def name(self): ...

    @abc.abstractmethod
    def is_available(self): ...

    @abc.abstractmethod
    def initialize(self, session_id, **kwargs): ...

    @abc.abstractmethod
    def get_tool_schemas(self): ...

    @abc.abstractmethod
    def handle_tool_call(self, tool_name, args, **kwargs): ...


class Context:
    """What Hermes gives to register of a memory provider."""

    def register_memory_provider(self, provider):
        if not isinstance(provider, MemoryProvider):
            raise TypeError("not a memory provider")
        self.provider = provider


def load(folder):
    agent, module = types.ModuleType("agent"), types.ModuleType("agent.memory_provider")
    module.MemoryProvider = MemoryProvider
    sys.modules.update({"agent": agent, "agent.memory_provider": module})
    spec = importlib.util.spec_from_file_location("hermes_plugin_meta_memory", folder + "/__init__.py", submodule_search_locations=[folder])
    plugin = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = plugin
    spec.loader.exec_module(plugin)
    context = Context()
    plugin.register(context)
    return context.provider


def main():
    sys.dont_write_bytecode = True
    provider = load(sys.argv[1])
    for line in sys.stdin:
        step = json.loads(line)
        try:
            member = getattr(provider, step["call"])
            seen = {"value": member(*step.get("args") or [], **step.get("kwargs") or {}) if callable(member) else member}
        except Exception as problem:
            seen = {"error": str(problem), "type": type(problem).__name__}
        print(json.dumps(seen), flush=True)


main()
