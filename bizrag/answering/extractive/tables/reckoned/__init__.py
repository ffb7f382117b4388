"""What is reckoned of printed values: changes, sums, shares, ratios, the largest."""
