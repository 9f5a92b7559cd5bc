"""The page of `deliverysim explore`: move inputs of a scenario, and see the answer at once."""
