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
