// Which commit this was built from. `make` knows; without it nobody does.
#pragma once
#include <stdbool.h>

/// The commit of the checkout's HEAD, 40 hexadecimal digits; empty: unknown.
const char *deliverysim_commit(void);

/// Whether the sources had changes that were not committed.
bool deliverysim_is_dirty(void);
