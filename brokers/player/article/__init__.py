"""The article's system: a provider with numbered queues, and a client with the check chain of rule R5.1."""
