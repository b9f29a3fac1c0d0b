"""Writes character-sets.json: texts of every term of Specific Character Set, as pydicom encodes and reads them."""

import json
import pathlib
import warnings

import pydicom
from pydicom.charset import convert_encodings, decode_bytes, encode_string

warnings.simplefilter("error")
TEXTS = {
    "": "Doe^Jane",
    "ISO_IR 6": "Doe^Jane",
    "ISO_IR 13": "ﾔﾏﾀﾞ^ﾀﾛｳ-1",
    "ISO_IR 100": "Müller^Zoë-1",
    "ISO_IR 101": "Łukasz^Żółć-1",
    "ISO_IR 109": "Ċensu^Ħabib-1",
    "ISO_IR 110": "Ķēniņš^Jānis-1",
    "ISO_IR 126": "Διονυσιος-1",
    "ISO_IR 127": "قباني^لنزار",
    "ISO_IR 138": "שרון^דבורה",
    "ISO_IR 144": "Люкceмбypг-1",
    "ISO_IR 148": "Çavuşoğlu^İpek-1",
    "ISO_IR 166": "นามสกุล-1",
    "ISO_IR 192": "Wang^XiaoDong=王^小东-2 🩻",
    "GB18030": "王小东-2",
    "GBK": "王小东-2",
    "ISO 2022 IR 6\\ISO 2022 IR 87": "Yamada^Tarou=山田^太郎=やまだ^たろう",
    "\\ISO 2022 IR 87": "山田-3",
    "ISO 2022 IR 13\\ISO 2022 IR 87": "ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう",
    "\\ISO 2022 IR 159": "丂侄-1",
    "\\ISO 2022 IR 87\\ISO 2022 IR 159": "山丂田-1",
    "\\ISO 2022 IR 149": "Hong^Gildong=洪^吉洞=홍^길동",
    "\\ISO 2022 IR 58": "Zhang^XiaoDong=张^小东",
    "ISO 2022 IR 100\\ISO 2022 IR 144": "Zoë Люкceмбypг",
    **{
        f"\\ISO 2022 IR {number}": text
        for number, text in {
            "100": "Äneas",
            "101": "Łukasz",
            "109": "Ħabib",
            "110": "Ķēniņš",
            "126": "Διονυσιος",
            "127": "قباني",
            "138": "שרון",
            "144": "Люкceмбypг",
            "148": "Çavuşoğlu",
            "166": "นามสกุล",
        }.items()
    },
}


def encoded(terms: str, text: str) -> bytes:
    encodings = convert_encodings(terms.split("\\"))
    if terms == "ISO_IR 13":  # pydicom writes no katakana without code extensions
        return text.encode("shift_jis")
    if terms == "\\ISO 2022 IR 58":  # nor the escape sequences of Chinese: the example of PS3.5 K.2
        return b"Zhang^XiaoDong=\x1b$)A\xd5\xc5^\x1b$)A\xd0\xa1\xb6\xab"
    if terms == "\\ISO 2022 IR 100":  # nor what it reads as the default set
        return b"\x1b-A" + text.encode("latin1")
    # A name's groups and components are encoded one by one, as pydicom does.
    parts = ["^".join(encode_string(c, encodings).decode("latin1") for c in g.split("^")) for g in text.split("=")]
    return "=".join(parts).encode("latin1")


def read(terms: str, value: bytes) -> str:
    encodings = convert_encodings(terms.split("\\"))
    text = "=".join(decode_bytes(group, encodings, {ord("^")}) for group in value.split(b"="))
    return text.replace("\x1b$)A", "")  # pydicom leaves those of Chinese in


def main() -> None:
    rows = []
    for terms, text in TEXTS.items():
        value = encoded(terms, text)
        assert read(terms, value) == text, (terms, value, read(terms, value))
        rows.append({"terms": terms, "bytes": value.hex(), "text": text})
    out = pathlib.Path(__file__).with_name("character-sets.json")
    table = {"program": f"pydicom {pydicom.__version__}", "rows": rows}
    out.write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
