"""A shop integrator: the lists of several shops as one table, without a selector."""

import motherlode as ml

SHOPS = [f"http://{shop}.localhost:8099/search?q=&page=1" for shop in ("foliant", "pageturn")]

with ml.Project("books", allow_private=True) as project:
    for shop in SHOPS:
        print(len(ml.records(shop, allow_private=True)), "records on", shop)
    table = project.annotate(SHOPS, "books", pages="list")
    print(len(table), "books from", len({mapping["source"] for mapping in table.mappings}), "shops")
    print(table.save("books.csv"), "rows written")
