"""Tables out of a project: JSONL, CSV, Excel, Parquet and SQLite, written whole or not at all."""

from motherlode.export.write import FORMATS, write_table

__all__ = ["FORMATS", "write_table"]
