"""Acts a simulated world out against real message brokers, and compares what was lost."""
