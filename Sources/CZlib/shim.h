#pragma once

#include <zlib.h>

// A macro in zlib.h, which Swift does not see.
static inline int deliverysim_inflate_init(z_stream *stream) {
  // 15: the largest window; 16: a gzip header and trailer.
  return inflateInit2(stream, 15 + 16);
}
