"""The client's types are the server's."""

from __future__ import annotations

from pathlib import Path

from genial.server.api import typescript

FILE = Path(__file__).parents[2] / "web" / "src" / "api" / "wire.ts"


def test_the_clients_types_fit_the_servers_structs() -> None:
    assert FILE.read_text() == typescript.typescript(), "run `make types`"


def test_what_differs_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "typescript.ts"
    assert typescript.main(["--check", str(file)]) == 1
    assert typescript.main([str(file)]) == 0
    assert typescript.main(["--check", str(file)]) == 0
    file.write_text(file.read_text().replace("number", "string", 1))
    assert typescript.main(["--check", str(file)]) == 1


def test_a_struct_has_its_tag_its_fields_and_what_may_be_missing() -> None:
    text = typescript.typescript()
    assert 'export interface Play {\n  type: "play";\n  table: string;\n  seat: number;' in text
    assert "  command?: string;" in text
    assert "seats: (Person | Screen | Robot | Free)[];" in text
    assert 'wishes?: Partial<Record<"draw" | "rematch" | "resign" | "undo", number[]>>;' in text
