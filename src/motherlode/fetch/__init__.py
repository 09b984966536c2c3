"""The only door to the network: guard, robots.txt, pace, client, bodies, browser."""
