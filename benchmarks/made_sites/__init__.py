"""University sites of our own making: structures of sites × layouts of lists × languages, with their truth."""
