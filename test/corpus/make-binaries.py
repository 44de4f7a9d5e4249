"""Makes the binary files of the corpus: Parquet, Excel, gzip, zstd, ZIP, PDF. Run once; the results are committed.

    python3 -m venv venv && venv/bin/pip install pyarrow==26.0.1 openpyxl==3.1.5
    venv/bin/python test/corpus/make-binaries.py

Other versions of the libraries write other bytes, which is why the files are kept and not made anew for each test.
"""

import datetime as dt
import decimal
import gzip
import io
import json
import pathlib
import zipfile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent
CSV = b"Level,Pump\n1.5,ON\n2.5,OFF\n,ON\n"


def write(name: str, content: bytes) -> None:
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def zstd(content: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(content)
    return sink.getvalue().to_pybytes()


def parquet(name: str, columns: dict, **options) -> None:
    write(f"parquet/{name}.parquet", parquet_bytes(columns, **options))


def parquet_bytes(columns: dict, **options) -> bytes:
    sink = io.BytesIO()
    options = {"compression": "snappy", "write_statistics": False, "store_schema": False, **options}
    pq.write_table(pa.table(columns), sink, **options)
    return sink.getvalue()


def workbook(name: str, sheets: dict, results: dict = {}) -> None:
    """`results`: what Excel would have stored next to a formula; openpyxl stores nothing there."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    sink = io.BytesIO()
    book.save(sink)
    if results:
        sink = with_results(sink, results)
    write(f"excel/{name}.xlsx", sink.getvalue())


def with_results(book: io.BytesIO, results: dict) -> io.BytesIO:
    sink = io.BytesIO()
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            text = old.read(part)
            for formula, result in results.items():
                text = text.replace(f"<f>{formula}</f><v />".encode(), f"<f>{formula}</f><v>{result}</v>".encode())
                text = text.replace(f"<f>{formula}</f><v></v>".encode(), f"<f>{formula}</f><v>{result}</v>".encode())
            new.writestr(part, text)
    return sink


# Packed text: members, cuts, damage, names that say something else.
write("packed/plain.csv.gz", packed(CSV))
write("packed/members.csv.gz", packed(b"Level,Pump\n1.5,ON\n2.") + packed(b"5,OFF\n") + packed(b",ON\n"))
write("packed/empty-member.csv.gz", packed(CSV) + packed(b""))
write("packed/padded.csv.gz", packed(CSV) + bytes(32))
write("packed/garbage-after.csv.gz", packed(CSV) + b"not gzip at all")
write("packed/no-extension.csv", packed(CSV))
write("packed/not-packed.csv.gz", CSV)
write("packed/cut.csv.gz", packed(CSV * 20)[:-9])
write("packed/cut-trailer.csv.gz", packed(CSV)[:-1])
write("packed/cut-second.csv.gz", packed(CSV) + packed(b"3,ON\n")[:-4])
damaged = bytearray(packed(CSV))
damaged[-7] ^= 1
write("packed/damaged.csv.gz", bytes(damaged))
write("packed/twice.csv.gz", packed(packed(CSV)))
write("packed/empty.csv.gz", packed(b""))
write("packed/ragged.csv.gz", packed(b'a,b\n"x\ny",2\n3\n'))
write("packed/latin-1.csv.gz", packed("a,b\n1,café\n".encode("latin-1")))
write("packed/utf-16.csv.gz", packed("a,b\n1,2\n".encode("utf-16")))
write("packed/rows.ndjson.gz", packed(b'{"Level":1.5,"Pump":"ON"}\n{"Level":2.5,"Pump":"OFF"}\n'))
write("packed/rows.json.gz", packed(b'[{"Level":1.5},{"Level":2.5}]'))
write("packed/plain.csv.zst", zstd(CSV))
write("packed/frames.csv.zst", zstd(b"Level,Pump\n1.5,ON\n2.") + zstd(b"5,OFF\n") + zstd(b",ON\n"))
skippable = bytes([0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3])
write("packed/skippable.csv.zst", zstd(CSV) + skippable)
write("packed/skippable-first.csv.zst", skippable + zstd(CSV))
write("packed/cut.csv.zst", zstd(CSV)[:-3])
write("packed/cut-frame.csv.zst", zstd(CSV) + zstd(b"3,ON\n")[:-2])
write("packed/twice.csv.zst", zstd(zstd(CSV)))
write("packed/rows.ndjson.zst", zstd(b'{"Level":1.5,"Pump":"ON"}\n{"Level":2.5,"Pump":"OFF"}\n'))
write("packed/inside.parquet.gz", packed(parquet_bytes({"x": [1.5, 2.5]})))
archive = io.BytesIO()
with zipfile.ZipFile(archive, "w") as zipped:
    zipped.writestr(zipfile.ZipInfo("table.csv", (2026, 5, 4, 0, 0, 0)), CSV)
write("packed/table.zip", archive.getvalue())
write("packed/table.csv.bz2", __import__("bz2").compress(CSV))
write("packed/table.csv.xz", __import__("lzma").compress(CSV))

# Parquet: each type with a missing value.
D = decimal.Decimal
parquet("numbers", {
    "int8": pa.array([1, -2, None], pa.int8()), "uint16": pa.array([1, 65535, None], pa.uint16()),
    "int32": pa.array([1, -2, None], pa.int32()), "float32": pa.array([0.1, -2.5, None], pa.float32()),
    "float64": pa.array([0.1, 1e300, None], pa.float64()), "half": pa.array([1.5, 2.5, None], pa.float16())})
parquet("int64", {"small": pa.array([1, -2, None], pa.int64()), "mixed": pa.array([1, 2**53 + 1, None], pa.int64()),
                  "large": pa.array([2**53 + 1, 2**63 - 1, None], pa.int64()),
                  "unsigned": pa.array([2**64 - 1, 1, None], pa.uint64())})
parquet("decimals", {"price": pa.array([D("1.10"), D("-0.05"), None], pa.decimal128(9, 2)),
                     "wide": pa.array([D("12345678901234567.89"), D("0.01"), None], pa.decimal128(20, 2)),
                     "tenths": pa.array([D("0.1"), D("0.3"), D("0.7")], pa.decimal128(5, 1)),
                     "whole": pa.array([D("12345678901234567890"), D("7"), None], pa.decimal128(20, 0))})
utc = dt.timezone.utc
moment = dt.datetime(2026, 5, 4, 10, 11, 12, 123456)
parquet("times", {
    "milliseconds": pa.array([moment.replace(microsecond=123000), None], pa.timestamp("ms")),
    "microseconds": pa.array([moment, None], pa.timestamp("us")), "nanoseconds": pa.array([moment, None], pa.timestamp("ns")),
    "zoned": pa.array([moment.replace(tzinfo=utc), None], pa.timestamp("us", tz="Europe/Paris")),
    "day": pa.array([dt.date(2026, 5, 4), None], pa.date32()), "clock": pa.array([dt.time(10, 11, 12), None], pa.time64("us"))})
parquet("int96", {"t": pa.array([moment, None], pa.timestamp("ns"))}, use_deprecated_int96_timestamps=True)
parquet("far-times", {"t": pa.array([dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31), dt.datetime(1969, 12, 31, 23, 59, 59)], pa.timestamp("us"))})
parquet("texts", {"text": ["ON", "", None], "category": pa.array(["a", "b", "a"]).dictionary_encode(),
                  "number": ["1.5", "2.5", None], "word": ["n/a", "NULL", "None"], "zeros": ["007", "012", None],
                  "boolean": [True, False, None], "binary": [b"ab", b"\xff\x00", None]})
parquet("time-texts", {"t": ["2026-05-04", "2026-05-05", None]})
parquet("nested", {"x": [1.5, 2.5], "list": [[1, 2], None], "record": [{"a": 1, "b": "x"}, {"a": 2, "b": None}],
                   "map": pa.array([[("k", 1)], []], pa.map_(pa.string(), pa.int64()))})
parquet("groups", {"x": list(range(10)), "k": list("abcdefghij")}, row_group_size=3)
parquet("no-dictionary", {"k": ["a", "b", "a", None]}, use_dictionary=False)
parquet("empty", {"x": pa.array([], pa.float64()), "k": pa.array([], pa.string())})
parquet("all-null", {"x": pa.array([None, None], pa.float64()), "k": pa.array([None, None], pa.string()), "n": pa.nulls(2)})
parquet("nan", {"x": [float("nan"), 1.5, float("-inf"), -0.0, *[float(i) for i in range(40)]]})
parquet("zstd", {"x": [1.5, 2.5]}, compression="zstd")
parquet("gzip", {"x": [1.5, 2.5]}, compression="gzip")
parquet("lz4", {"x": [1.5, 2.5]}, compression="lz4")
parquet("brotli", {"x": [1.5, 2.5]}, compression="brotli")
parquet("plain", {"x": [1.5, 2.5]}, compression="none")
parquet("version-2", {"x": [1.5, 2.5, None], "k": ["a", None, "b"]}, data_page_version="2.0")
parquet("delta", {"i": pa.array([1, 2, 4, 8], pa.int32()), "k": ["aa", "ab", "abc", "b"]}, use_dictionary=False,
        column_encoding={"i": "DELTA_BINARY_PACKED", "k": "DELTA_BYTE_ARRAY"})
parquet("case", {"Price": [1.5, 2.5], "price": [3.5, 4.5]})
parquet("unnamed", {"": [1.5], "x": [2.5]})
parquet("lz4-null", {"x": pa.array([None, None], pa.float64()), "k": ["a", "b"]}, compression="lz4")
parquet("names", {"a b": [2.5], "filename": ["x"], "file_row_number": [7]})
whole = parquet_bytes({"x": [1.5, 2.5]})
write("parquet/cut.parquet", whole[:60])
write("parquet/no-footer.parquet", whole[:-4])
write("parquet/magic-only.parquet", b"PAR1PAR1")
write("parquet/called.csv", whole)
write("parquet/called.json", whole)
write("parquet/csv-inside.parquet", CSV)
footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
write("parquet/flipped.parquet", whole[:footer] + b"\xff\xff" + whole[footer + 2 :])

# Excel.
workbook("typed", {"Sheet1": [
    ["Level", "Pump", "ok", "when", "id"], [1.5, "ON", True, dt.datetime(2026, 5, 4, 10, 11, 12), "007"],
    [None, "OFF", False, dt.datetime(2026, 5, 5), "012"], [3, None, None, None, "100"]]})
workbook("days", {"Sheet1": [["day", "x"], [dt.date(2026, 5, 4), 1], [dt.date(2026, 5, 5), 2]]})
workbook("two-sheets", {"Cover": [["Plant 7"], ["exported"]], "Rows": [["a", "b"], [1, "x"], [2, "y"]]})
workbook("formulas", {"Sheet1": [["a", "b"], [1, "=A2*2"], [2, "=A3*2"]]}, {"A2*2": 2, "A3*2": 4})
workbook("errors", {"Sheet1": [["a", "k"], *[[i + 0.5, "x"] if i != 7 else ["#DIV/0!", "x"] for i in range(30)]]})
workbook("mixed", {"Sheet1": [["a"], [1], ["low"], [2], ["high"]]})
workbook("title", {"Sheet1": [["Report of plant 7"], [], ["a", "b"], [1, "x"], [2, "y"]]})
workbook("gaps", {"Sheet1": [["a", None, "c"], [1, None, "x"], [], [2, None, "y"]]})
workbook("empty", {"Sheet1": []})
workbook("header-only", {"Sheet1": [["a", "b"]]})
workbook("duplicate", {"Sheet1": [["a", "a"], [1, 2]]})
typed = (HERE / "excel/typed.xlsx").read_bytes()
write("excel/cut.xlsx", typed[: len(typed) // 2])
write("excel/called.csv", typed)
# The first sector of an OLE compound file, as every .xls begins.
write("excel/old.xls", bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + bytes.fromhex("3e000300feff0900") + bytes(480))

# What is not a table.
write("other/paper.pdf", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
write("other/paper.csv", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
write("other/picture.png", bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
      "0000000a49444154789c6360000002000154a24f5d0000000049454e44ae426082"))
write("other/noise.bin", bytes(i * 7919 % 256 for i in range(600)))
write("other/model.json", json.dumps({"format": "parsight-model", "version": 1, "features": []}).encode())
write("other/model.json.gz", packed(json.dumps({"format": "parsight-model", "version": 2, "features": []}).encode()))
