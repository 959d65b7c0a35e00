"""Cases of archives for read_cases_test.ts, written by another program than ours: `python3 archives.py` (3.11) writes archives.jsonl beside it.

ZIP64 is forced by its bound on entries, as of archives with more than 65,535 of them.
"""
import base64, io, json, pathlib, struct, zipfile

def packed(entries, is64=False):
    zipfile.ZIP_FILECOUNT_LIMIT = 0 if is64 else 65535
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries: archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    archive = bytearray(out.getvalue())
    if is64: struct.pack_into("<HHII", archive, len(archive) - 14, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)  # what the long end alone says
    return bytes(archive)

def based(content): return {"base64": base64.b64encode(content).decode()}

def workbook(cells=[("index", 1), ("prediction", "p"), ("score", 1)]):
    def cell(place, value): return f'<c r="{place}"><v>{value}</v></c>' if isinstance(value, int) else f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    rows = "".join(f'<row r="{r + 1}">' + "".join(cell("ABC"[i] + str(r + 1), pair[r]) for i, pair in enumerate(cells)) + "</row>" for r in (0, 1))
    main, office = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package, types = "http://schemas.openxmlformats.org/package/2006/relationships", "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return packed([
        ("[Content_Types].xml", f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/></Types>'),
        ("_rels/.rels", f'<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
        ("xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'),
        ("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{main}"><dimension ref="A1:C2"/><sheetData>{rows}</sheetData></worksheet>'),
    ])

def log(is64):
    header = {"eval": {"model": "m", "task": "t", "scorers": [{"name": "s"}]}}
    samples = [(f"samples/{i}_epoch_1.json", json.dumps({"id": i, "epoch": 1, "scores": {"s": {"value": "C"}}, "said": "x" * 5000})) for i in (1, 2, 3)]
    return packed([("header.json", json.dumps(header)), *samples], is64)

def otherwise(method):
    """The same log, packed by another number: stored, zstd in one frame of raw blocks, or one that nobody unpacks."""
    frame = lambda text: b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(text)) + struct.pack("<I", len(text) << 3 | 1)[:3] + text
    out, plain = io.BytesIO(), zipfile.ZipFile(io.BytesIO(log(False)))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in plain.namelist():
            text = plain.read(name).replace(b"x" * 5000, b"x")
            archive.writestr(zipfile.ZipInfo(name), frame(text) if method == 93 else text)
    archive = bytearray(out.getvalue())
    for sign, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = archive.find(sign)
        while start >= 0:
            struct.pack_into("<H", archive, start + at, method)
            start = archive.find(sign, start + 4)
    return based(bytes(archive))

torn = bytearray(log(False))
entry = torn.index(b"PK\x01\x02")
struct.pack_into("<I", torn, entry + 24, 0xFFFFFFFF)  # a long size, and no field that says it
long = bytes(torn)
struct.pack_into("<I", torn, entry + 42, len(torn) - 10)  # an entry that lies beyond the end

book = based(workbook())
logs = {"plain/log.eval": based(log(False)), "zip64/log.eval": based(log(True)), "long/log.eval": based(long), "torn/log.eval": based(bytes(torn))}
names = {
    "GPT4o_MathVista_MINI_gpt-4-turbo": ("GPT4o", "MathVista_MINI", "gpt-4-turbo", {}),
    "instructblip_7b_MMVet_gpt4": ("instructblip_7b", "MMVet", "gpt4", {}),
    "GPT4o_x/T1/GPT4o_x_MathVerse_MINI_Vision_Only_g": ("GPT4o_x", "MathVerse_MINI_Vision_Only", "g", {}),
}
cases = [
    {"name": "Inspect archives: ZIP64, a bound on what an archive unpacks to, an entry beyond the end", "files": logs, "reads": [
        *({"by": "ratings", "path": f"{kind}/log.eval", "rows": 3} for kind in ("plain", "zip64", "long")),
        {"by": "ratings", "path": "torn/log.eval", "error": "a whole archive"},
    ]},
    {"name": "Inspect archives: stored, packed by zstd, or in a way that nobody unpacks", "files": {f"{method}/log.eval": otherwise(method) for method in (0, 93, 12)}, "reads": [
        *({"by": "ratings", "path": f"{method}/log.eval", "rows": 3} for method in (0, 93)),
        {"by": "ratings", "path": "12/log.eval", "error": "log\\.eval: wanted a whole archive \\(its entries are packed by method 12"},
    ]},
    {"name": "VLMEvalKit: model, data set and judge by the folder, else by capitals", "files": {f"{i}/{name}.xlsx": book for i, name in enumerate(names)}, "reads": [
        {"by": "ratings", "path": str(i), "columns": {"model": [model], "dataset": [data], judge: [1]}, "notes": notes} for i, (model, data, judge, notes) in enumerate(names.values())
    ]},
    {"name": "a workbook of one's own is no table of a tool: how to save it is said", "files": {"own.xlsx": based(workbook([("shape", "round"), ("size", 3)]))}, "reads": [
        {"by": "results", "path": path, "error": "own\\.xlsx: wanted CSV, JSONL or Parquet, found a workbook.*CSV UTF-8"} for path in (".", "own.xlsx")
    ]},
]
pathlib.Path(__file__).with_name("archives.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
