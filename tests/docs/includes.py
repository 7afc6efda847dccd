#!/usr/bin/env python3
"""Fails when headers of the tree include each other, directly or through others, or when a file
names a type or calls a function of a header that it does not include in either way, one of ours or
of the standard library: where files are compiled together, or after standard headers, the compiler
need not miss it.

  includes.py FOLDER

Names of one word (Op, text) may be anybody's, and are not looked for.
"""
import functools
import pathlib
import re
import sys

# By header, what most files use; names that any container has to bring with it are left out.
STANDARD = {
    "algorithm": "all_of any_of binary_search copy_if count_if equal_range find_if find_if_not "
                 "is_sorted lower_bound max_element min_element mismatch none_of remove_if reverse "
                 "set_difference set_union sort stable_sort transform unique upper_bound",
    "array": "array",
    "atomic": "atomic atomic_flag memory_order",
    "bit": "bit_cast bit_width countr_zero has_single_bit popcount",
    "bitset": "bitset",
    "chrono": "chrono",
    "concepts": "convertible_to invocable same_as",
    "condition_variable": "condition_variable",
    "cstdint": "int32_t int64_t uint8_t uint16_t uint32_t uint64_t",
    "deque": "deque",
    "exception": "exception_ptr",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "function greater hash reference_wrapper",
    "iostream": "cerr cin cout",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "lock_guard mutex once_flag scoped_lock unique_lock",
    "numeric": "accumulate gcd iota",
    "optional": "nullopt nullopt_t optional",
    "queue": "priority_queue queue",
    "random": "mt19937 mt19937_64",
    "regex": "regex",
    "set": "multiset set",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error out_of_range runtime_error",
    "string": "stoi stoul stoull string to_string",
    "string_view": "string_view",
    "thread": "jthread thread",
    "tuple": "make_tuple tie tuple",
    "type_traits": "conditional_t decay_t enable_if_t is_same_v remove_cvref_t",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "exchange forward",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
}
STANDARD_HOMES = {name: header for header, names in STANDARD.items() for name in names.split()}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
INCLUDE_STANDARD = re.compile(r'^[ \t]*#[ \t]*include[ \t]*<([^>]+)>', re.MULTILINE)
STANDARD_NAME = re.compile(r"\bstd::(\w+)")
NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|"""
                     r"""'(?:\\.|[^'\\\n])+'""", re.DOTALL)
TYPE = re.compile(r"^(?:template <[^\n]*>\s*)?(?:struct|class|enum class|concept|using)\s+"
                  r"([A-Z][a-z]+[A-Z]\w*)\b(?!\s*;)", re.MULTILINE)
FUNCTION = re.compile(r"^(?!using|return|#|namespace|struct|class)[\w:<>,&*\[\]() ]*?[\w>&*]\s[&*]*"
                      r"([a-z]+_\w+)\(", re.MULTILINE)
WORD = re.compile(r"(?<![:.\w])(?:[A-Z][a-z]+[A-Z]\w*|(?<!>)[a-z]+_\w+(?=\())")
ANY = re.compile(r"\w+")


def is_device_text(name):
    """Code of the device: its files are put together to one, and include nothing."""
    return name.endswith(".cuh")


class Tree:
    """The sources and headers in a folder, by name."""

    def __init__(self, folder):
        self.includes = {}
        self.standard = {}
        self.code = {}
        for path in sorted([*folder.rglob("*.?pp"), *folder.rglob("*.cuh")]):
            name = path.relative_to(folder)
            if name.parts[0].startswith((".", "build")):
                continue
            text = path.read_text(encoding="utf-8")
            self.includes[name.as_posix()] = INCLUDE.findall(text)
            self.standard[name.as_posix()] = set(INCLUDE_STANDARD.findall(text))
            self.code[name.as_posix()] = NO_CODE.sub(" ", text)
        for name, others in self.includes.items():
            self.includes[name] = [other for other in others if other in self.code]
        self.words = {name: set(WORD.findall(code)) for name, code in self.code.items()}
        self.all_words = {name: set(ANY.findall(code)) for name, code in self.code.items()}

    @functools.cache
    def reached(self, name):
        """The headers that a file includes, also through others."""
        seen, left = set(), [name]
        while left:
            new = set(self.includes[left.pop()]) - seen
            seen |= new
            left += new
        if any(is_device_text(name) for name in seen):
            seen.update(filter(is_device_text, self.code))
        return seen

    def headers(self):
        return [name for name in self.code if name.endswith(".hpp")]


def cycle_in(tree):
    """Headers each of which includes the next, the first one again at the end; or None."""
    done = set()

    def search(path):
        for other in tree.includes[path[-1]]:
            if other in path:
                return path[path.index(other):] + [other]
            if other not in done and (cycle := search(path + [other])):
                return cycle
        done.add(path[-1])
        return None

    for header in tree.headers():
        if header not in done and (cycle := search([header])):
            return cycle
    return None


def is_declared(name, code):
    """Whether the file has a type, a function or a variable of its own of that name."""
    if name[0].isupper():
        return re.search(rf"\b(?:struct|class|using|typename)\s+{name}\b", code)
    return any(before not in ("return", "throw", "else", "case")
               for before in re.findall(rf"([\w>&*\]]+)\s[&*]*{name}\b", code))


def missing_in(tree):
    """File, name and header, where the file knows the name from nowhere."""
    homes = {}
    for header in tree.headers():
        for name in TYPE.findall(tree.code[header]) + FUNCTION.findall(tree.code[header]):
            homes.setdefault(name, set()).add(header)
    found = []
    for file, words in tree.words.items():
        if is_device_text(file):
            continue
        reached = tree.reached(file)
        named = set().union(*(tree.all_words[header] for header in reached))
        for name in sorted(words - named):
            home = homes.get(name, set())
            if len(home) == 1 and file not in home and not is_declared(name, tree.code[file]):
                found.append((file, name, *home))
    return found


def missing_standard_in(tree):
    """The same for names of the standard library."""
    found = []
    for file, code in tree.code.items():
        if is_device_text(file):
            continue
        reached = set().union(*(tree.standard[header] for header in [file, *tree.reached(file)]))
        for name in sorted(set(STANDARD_NAME.findall(code))):
            home = STANDARD_HOMES.get(name)
            if home and home not in reached:
                found.append((file, f"std::{name}", f"<{home}>"))
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tree = Tree(pathlib.Path(sys.argv[1]))
    if cycle := cycle_in(tree):
        sys.exit("headers include each other: " + " -> ".join(cycle))
    if missing := missing_in(tree) + missing_standard_in(tree):
        sys.exit("\n".join(f"{file} names {name}, and does not include {home}"
                           for file, name, home in missing))
    print(f"{len(tree.headers())} headers, none includes itself through others; "
          f"{len(tree.code)} files include the headers whose names they use")


if __name__ == "__main__":
    main()
