"""Tables of a module's model card, each between two comments that name it: `<!-- NAME: …` and `<!-- /NAME
-->`.
"""

from pathlib import Path


def write_part(readme: Path, name: str, lines: list[str]) -> None:
    """Replaces what stands between the two comments; the first line of the first comment stays."""
    text = readme.read_text(encoding='utf-8')
    start, end = text.index(f'<!-- {name}:'), text.index(f'<!-- /{name} -->')
    head = text[: text.index('\n', start)]
    readme.write_text(head + '\n\n' + '\n'.join(lines) + '\n\n' + text[end:], encoding='utf-8')
