from motherlode.annotate.folding import clean, fold, label_words, split_label, squeeze, word_list


def test_fold_decodes_entities_and_folds_space_and_case():
    assert fold("  Ray&nbsp;Allen\n #20 ") == "ray allen #20"


def test_split_label_leaves_sentences_and_addresses_alone():
    assert split_label("MSRP: $61,550") == ("MSRP", "$61,550")
    assert split_label("see http://example.org") == ("", "see http://example.org")
    assert split_label("出版社：人民出版社") == ("出版社", "人民出版社")
    assert split_label("he said that it was only this: nothing")[0] == ""


def test_clean_strips_separators_but_never_everything():
    assert clean(" : June 2010 |") == "June 2010"
    assert clean("---") == "---"


def test_words_divide_class_names_and_chinese():
    assert word_list("spanMainPrice_2") == ("span", "main", "price", "2")
    assert label_words("Authors") == ("author",)
    assert word_list("书名") == ("书", "名")
    assert squeeze("a\u00a0 b") == "a b"
