"""What counts as a label: not a menu, not a title with a colon."""

from motherlode.annotate.items import read_site


def leaf_of(site, text, page=0):
    return next(leaf for leaf in site.pages[page].leaves if leaf.text == text)


MENU = '<div class="top"><a href="/">Home</a> <a href="/c">Contact</a></div>'


def site_of(*bodies):
    return read_site([(str(at), f"<html><body>{body}</body></html>") for at, body in enumerate(bodies)])


def test_a_link_of_a_menu_is_no_label_of_what_follows():
    names = ("Welder", "Night Nurse", "Organ Tuner")
    site = site_of(*(f"{MENU}<div><div>{name}</div><p>Pay: $20</p></div>" for name in names))
    leaf = leaf_of(site, "Welder")
    assert (leaf.label, leaf.second_label) == ("", "")
    assert leaf_of(site, "Pay: $20").own_label == "Pay"


def test_a_link_in_the_same_row_is_a_label():
    names = ("Ada Byron", "Emmy Noether", "Grace Hopper")
    row = '<table><tr><td><a href="/help">Author</a></td><td>{}</td></tr></table>'
    site = site_of(*(MENU + row.format(name) for name in names))
    assert leaf_of(site, "Ada Byron").label == "Author"


def test_a_title_with_a_colon_has_no_label():
    titles = ("Dune: a novel", "Emma: an edition", "Kim: a reader")
    site = site_of(*(f"<h1>{title}</h1><p>Price: 9</p>" for title in titles))
    assert leaf_of(site, titles[0]).own_label == ""
    assert leaf_of(site, "Price: 9").own_label == "Price"


def test_words_that_all_titles_share_do_not_move_the_name():
    pages = [
        (str(at), f"<title>Ball Club Players</title><p><a>Ball</a></p><div>{name}</div><p>x</p>")
        for at, name in enumerate(("Ann Lee", "Bo Cruz", "Cy Dahl"))
    ]
    site = read_site(pages)
    assert leaf_of(site, "Ann Lee").name_distance == 0


def test_a_heading_that_begins_like_the_title_is_the_name():
    page = "<title>{0} {1} estate overview</title><h1>{0}</h1><p>$9</p><h2>{1} estate</h2>"
    cars = (
        ("2010 Wren Swift", "blue"),
        ("2010 Wren Swift", "gs"),
        ("2011 Robin Dart", "lx"),
        ("2011 Robin Dart", "s"),
    )
    pages = [(trim, page.format(model, trim)) for model, trim in cars]
    assert leaf_of(read_site(pages), "2010 Wren Swift").name_distance == 0


def test_words_that_frame_the_name_are_not_the_name():
    names = ("Acorn House", "Bay Diner", "Corner Grill")
    pages = [
        (str(at), f"<title>City guide</title><p><a>Bookmark {name}</a></p><div>{name}</div><p>x</p>")
        for at, name in enumerate(names)
    ]
    leaf = leaf_of(read_site(pages), "Acorn House")
    assert (leaf.name_distance, leaf.lead) == (0, 1.0)


def test_titles_that_share_nearly_all_words_keep_them():
    pages = [
        (str(at), f"<title>{year} Wren Swift - Price Guide</title><h1>{year} Wren Swift {trim}</h1><p>{year}</p>")
        for at, (year, trim) in enumerate((("2011", "LS"), ("2011", "LT"), ("2012", "LS"), ("2011", "XS")))
    ]
    leaf = leaf_of(read_site(pages), "2011 Wren Swift LS")
    assert leaf.title_precision == 0.75
    assert leaf.title_recall == 1.0


def test_a_label_below_its_value_belongs_to_it_and_not_to_the_next():
    box = "<div><div>{}</div><div>{}</div></div>"
    site = site_of(
        *(
            "<h1>x</h1>" + box.format(f"${at + 30},485", "MSRP") + box.format(f"${at + 20},695", "Invoice")
            for at in range(4)
        )
    )
    assert [leaf_of(site, text).label for text in ("$30,485", "$20,695")] == ["MSRP", "Invoice"]


def test_a_rare_text_in_a_place_of_labels_is_a_label():
    row = "<table><tr><td><a>{}</a></td><td><b>{}</b></td></tr></table>"
    site = site_of(*(row.format("Price" if at else "Price range", f"${at + 1},000") for at in range(12)))
    leaf = leaf_of(site, "$1,000")
    assert (leaf.label, leaf.firm) == ("Price range", True)


def test_the_sites_own_name_is_no_part_of_the_title_that_counts():
    pages = [
        (str(at), f"<title>{name} - Reds - Ball Site</title><p>Ball Site</p><p>Reds</p><h1>{name}</h1>")
        for at, name in enumerate(("Ann Lee", "Bo Cruz", "Cy Dahl"))
    ]
    pages.append(("3", "<title>Di Eck - Blues - Ball Site</title><p>Ball Site</p><p>Blues</p><h1>Di Eck</h1>"))
    site = read_site(pages)
    assert [leaf_of(site, text).title_part for text in ("Ball Site", "Reds", "Ann Lee")] == [0.0, 1.0, 1.0]
