import motherlode


def test_the_public_list_is_short_and_complete() -> None:
    """A change here is a change for users: it belongs into the changelog."""
    assert sorted(motherlode.__all__) == [
        "MotherlodeError",
        "__version__",
        "create_project",
        "open_project",
        "read_article",
        "read_people",
        "read_records",
    ]
    for name in motherlode.__all__:
        assert getattr(motherlode, name) is not None


def test_pages_are_read_from_python(tmp_path: object) -> None:
    body = "".join(
        f"<p>The river rose by {n} metres, said the mayor of the town below the dam.</p>" for n in range(9)
    )
    page = f"<html><head><title>Flood</title></head><body><h1>Flood</h1>{body}</body></html>"
    assert "river rose" in motherlode.read_article(page).content
    assert motherlode.read_records("<p>nothing</p>") == []
    assert motherlode.read_people("<p>nothing</p>") == []
    project = motherlode.create_project(f"{tmp_path}/p")
    assert motherlode.open_project(f"{tmp_path}/p").params.name == "p"
    project.close()
