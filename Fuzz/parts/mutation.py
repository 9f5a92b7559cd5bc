"""Changes to what is well-formed: trees, texts, bytes."""

import copy

from parts.grammar import JUNK


def places(tree, path=()):
    """The paths of all nodes below the root."""
    if not isinstance(tree, (dict, list)):
        return
    for key, child in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        yield path + (key,)
        yield from places(child, path + (key,))


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def mutated_tree(tree, others, grammar, random):
    """A copy with one to four changes."""
    tree = copy.deepcopy(tree)
    for _ in range(random.choice([1, 1, 2, 3, 4])):
        known = list(places(tree))
        if known:
            change(tree, random.choice(known), others, grammar, random)
    return tree


def change(tree, path, others, grammar, random):
    parent, key = at(tree, path[:-1]), path[-1]
    kind = random.choice(["other", "other", "add", "add", "drop", "junk", "scale", "copy", "name", "long"])
    node = grammar.node_at(path)
    if kind == "other" and node:
        parent[key] = grammar.value(node, random, 1)
    elif kind == "add":
        add(parent[key] if isinstance(parent[key], (dict, list)) else parent, path, grammar, random)
    elif kind == "drop":
        del parent[key]
    elif kind == "junk":
        parent[key] = random.choice(JUNK)
    elif kind == "scale" and isinstance(parent[key], (int, float)):
        parent[key] *= random.choice([-1, 0, 0.5, 2, 1000, 1e9])
    elif kind == "copy":
        other = random.choice(others)
        parent[key] = copy.deepcopy(at(other, random.choice(list(places(other)))))
    elif kind == "long" and isinstance(parent[key], list):
        parent[key] *= random.choice([2, 50, 1000])
    elif kind == "long" and isinstance(parent[key], str):
        parent[key] = random.choice([parent[key], parent[key] + "."]) * random.choice([2, 100, 5000])
    elif kind == "name" and isinstance(parent, dict):
        names = [key[:-1], key + "s", key.replace("_", "-"), "zzq"]
        parent[random.choice(names) or "x"] = parent.pop(key)


def add(parent, path, grammar, random):
    if isinstance(parent, list):
        if parent:
            parent.append(copy.deepcopy(random.choice(parent)))
        return
    for node in grammar.plain(grammar.node_at(path if parent is not None else path[:-1])):
        properties = node.get("properties", {})
        if properties:
            key = random.choice(list(properties))
            parent[key] = grammar.value(properties[key], random, 1)
            return


ODD_BYTES = [b"\x00", b"\xff", b"\r", b"\t", b"\"", b"'", b",", b"\n", b"- ", b": ", b"&a ", b"*a ",
             b"!!str ", b"%YAML 1.1\n---\n", b"\n---\n", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"<<: ",
             b"1e999", b"-", b"9" * 25, b"0x10", b"~", b"{", b"]", b"#", b"|\n ", b".5", b"%"]


def mutated_bytes(data, random):
    """A copy with one to five changes, of lines or of bytes."""
    for _ in range(random.choice([1, 1, 2, 3, 5])):
        data = random.choice([change_line, change_line, change_bytes])(data, random)
    return data


def change_line(data, random):
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.choice(["drop", "twice", "swap", "indent", "cut", "ends"])
    if kind == "drop":
        del lines[one]
    elif kind == "twice":
        lines.insert(other, lines[one])
    elif kind == "swap":
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == "indent":
        lines[one] = b" " * random.randrange(4) + lines[one].strip()
    elif kind == "cut":
        lines = lines[:one] + [lines[one][:random.randrange(len(lines[one]) + 1)]]
    else:
        return b"\r\n".join(lines)
    return b"\n".join(lines)


def change_bytes(data, random):
    if not data:
        return random.choice(ODD_BYTES)
    place = random.randrange(len(data))
    kind = random.choice(["insert", "insert", "replace", "flip", "drop", "digit"])
    if kind == "insert":
        return data[:place] + random.choice(ODD_BYTES) + data[place:]
    if kind == "replace":
        return data[:place] + random.choice(ODD_BYTES) + data[place + random.randrange(1, 9):]
    if kind == "flip":
        return data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1:]
    if kind == "drop":
        return data[:place] + data[place + random.randrange(1, 40):]
    return change_digit(data, random)


def change_digit(data, random):
    """Leaves what is well-formed so, as a rule."""
    digits = [index for index, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return data
    place = random.choice(digits)
    return data[:place] + random.choice([b"0", b"7", b"-1", b"9" * 19, b"1e9"]) + data[place + 1:]
