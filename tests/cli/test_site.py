"""`genial site` refuses to write over anything but an older site."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_folder_with_other_files_is_left_alone(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    for more in ([], ["--replace"]):
        done = run("site", "--out", str(folder), *more)
        assert done.returncode != 0
        assert done.stderr == f"genial: {folder} has other files: choose a new folder\n"
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


def test_an_older_site_is_replaced_only_when_asked(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    done = run("site", "--out", str(folder))
    assert done.returncode == 0
    assert done.stdout.startswith(f"{folder}: ")
    refused = run("site", "--out", str(folder))
    assert refused.returncode != 0
    assert "use --replace" in refused.stderr
    assert run("site", "--out", str(folder), "--replace").returncode == 0


def test_a_file_is_no_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("site", "--out", str(tmp_path / "file"))
    assert done.returncode != 0
    assert done.stderr == f"genial: {tmp_path}/file is not a folder\n"
