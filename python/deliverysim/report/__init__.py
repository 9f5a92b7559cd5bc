"""Makes a page and pictures of the results of deliverysim, from their CSV files alone."""
