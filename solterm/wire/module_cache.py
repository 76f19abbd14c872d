"""Import a program's modules from one file.

A start imports 600 modules, and Python looks for each in folders and opens a file. This file has
the compiled code of all that earlier runs imported. As with Python's own files, code is used only
while its source has the size and the time that it had.
"""

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader

from solterm.wire.launch import place, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

    _Stamp = tuple[int, int]
    _Entry = tuple[str, str | None, str | None, _Stamp, int, int]
    """Source, compiled file, folder of a package, stamp, and where in the file its code is."""

_FEW = 20
"""So many new modules are not worth writing the file again."""
_DAMAGED = ValueError, EOFError, TypeError


class ModuleCache:
    """Finds modules for the import system."""

    def __init__(self, name: str, version: str) -> None:
        """Use the file of a program from now on."""
        self._path = place(name, "modules")
        folders = [each for each in sys.path if each != os.path.dirname(sys.argv[0])]
        self._key = version, sys.version, folders
        self._index: dict[str, _Entry] = {}
        try:
            self._file = os.open(self._path, os.O_RDONLY)
            self._read_index()
        except (OSError, *_DAMAGED):
            pass  # there is none yet
        sys.meta_path.insert(0, self)

    def _read_index(self) -> None:
        if os.fstat(self._file).st_uid != os.geteuid():
            return
        self._start = 8 + int.from_bytes(self._take(0, 8), "big")
        key, index = marshal.loads(self._take(8, self._start - 8))
        if key == self._key:
            self._index = index

    def _take(self, start: int, length: int) -> bytes:
        return os.pread(self._file, length, start)

    def code(self, name: str) -> bytes:
        """Return the marshalled code of a module."""
        *_, start, length = self._index[name]
        return self._take(self._start + start, length)

    def find_spec(
        self, name: str, path: "Sequence[str] | None", target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        """Return what loads a module, or None if the file lacks it or has an old one."""
        if name not in self._index:
            return None
        source, compiled, folder, stamp, *_ = self._index[name]
        if _stamp(source) != stamp:
            return None
        loader = CachedLoader(name, source)
        loader.cache = self
        spec = ModuleSpec(name, loader, origin=source, is_package=folder is not None)
        spec.has_location, spec.cached = True, compiled
        if folder is not None:
            spec.submodule_search_locations = [folder]
        return spec

    def keep(self) -> None:
        """Keep the modules that were imported, for the next run; a failure is none."""
        new: dict[str, tuple[ModuleSpec, _Stamp]] = {}
        for name, module in [*sys.modules.items()]:
            spec = getattr(module, "__spec__", None)
            if spec and spec.name == name and type(spec.loader) is SourceFileLoader:
                stamp = _stamp(spec.origin)
                if stamp and not (name in self._index and self._index[name][3] == stamp):
                    new[name] = spec, stamp
        try:
            if len(new) > _FEW:
                self._write(new)
        except (OSError, ImportError, SyntaxError):
            pass

    def _write(self, new: "dict[str, tuple[ModuleSpec, _Stamp]]") -> None:
        codes = {name: self.code(name) for name in self._index}
        heads = {name: entry[:4] for name, entry in self._index.items()}
        for name, (spec, stamp) in new.items():
            folder = next(iter(spec.submodule_search_locations or ()), None)
            heads[name] = str(spec.origin), spec.cached, folder, stamp
            codes[name] = marshal.dumps(SourceFileLoader(name, str(spec.origin)).get_code(name))
        index: dict[str, _Entry] = {}
        start = 0
        for name, code in codes.items():
            index[name] = *heads[name], start, len(code)
            start += len(code)
        head = marshal.dumps((self._key, index))
        write(self._path, b"".join((len(head).to_bytes(8, "big"), head, *codes.values())))


class CachedLoader(SourceFileLoader):
    """Loads a module whose code is in the cache."""

    cache: ModuleCache

    def get_code(self, fullname: str) -> "CodeType | None":
        try:
            code: CodeType = marshal.loads(self.cache.code(fullname))
        except _DAMAGED:
            return super().get_code(fullname)
        return code


def _stamp(source: str) -> "_Stamp | None":
    try:
        found = os.stat(source)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
