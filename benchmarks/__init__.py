"""Speed and quality against peers: `make bench NAME=news DATA=…`."""
