// What a plain `swift build` says, also after `make` (Package.swift). `make` writes commit.c beside this file, whose functions are not
// weak and take the place of these; git ignores it. C, because a new commit then costs the
// compilation of one small file and a link: a Swift module would rebuild all that imports it.
#include "CCommit.h"

__attribute__((weak)) const char *deliverysim_commit(void) { return ""; }

__attribute__((weak)) bool deliverysim_is_dirty(void) { return false; }
