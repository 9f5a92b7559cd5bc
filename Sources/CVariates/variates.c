/* In C, since Swift cannot choose instructions at run time. */

#include "variates.h"

#include <string.h>

/* No product and sum may become one operation: it would round once instead of twice. */
#pragma STDC FP_CONTRACT OFF

/* Without AVX, vectors are passed in another way; here they never leave the file. */
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))
#if defined(__linux__) && defined(__x86_64__)
#define FASTEST __attribute__((target_clones("avx2", "default")))
#else
#define FASTEST
#endif

enum { PIECES_PER_END = 12 * 32, KEY_SHIFT = 52 - 5, FIRST_KEY = ((1023 + 51) << 5) - 1 };

typedef uint64_t words4 __attribute__((vector_size(32)));
typedef int64_t masks4 __attribute__((vector_size(32)));
typedef double reals4 __attribute__((vector_size(32)));
#define ALL(value) ((words4){(value), (value), (value), (value)})

/* Two rows of four blocks, so that one works while the other waits. A lane of 64 bits holds a word
   of 32 bits of one block. Above it lies what a product has left there: no multiplication sees it,
   and it is masked out at the end. */
INLINE void philox(const struct variates_place *place, words4 words[4]) {
  const words4 low = ALL(UINT32_MAX);
  words4 c0[2], c1[2], c2[2], c3[2], k0 = ALL(place->key), k1 = ALL(place->key >> 32);
#pragma clang loop unroll(full)
  for (int row = 0; row < 2; row++) {
    const words4 pair = ALL(place->pair + 4 * row) + (words4){0, 1, 2, 3};
    c0[row] = ALL(place->draw);
    c1[row] = pair & low;
    c2[row] = ALL(place->device);
    c3[row] = ALL(place->tag);
  }
#pragma clang loop unroll(full)
  for (int round = 0; round < 10; round++) {
#pragma clang loop unroll(full)
    for (int row = 0; row < 2; row++) {
      const words4 first = (c0[row] & low) * ALL(0xD2511F53);
      const words4 second = (c2[row] & low) * ALL(0xCD9E8D57);
      c0[row] = second >> 32 ^ c1[row] ^ k0;
      c1[row] = second;
      c2[row] = first >> 32 ^ c3[row] ^ k1;
      c3[row] = first;
    }
    k0 += ALL(0x9E3779B9);
    k1 += ALL(0xBB67AE85);
  }
#pragma clang loop unroll(full)
  for (int row = 0; row < 2; row++) {
    const words4 even = c1[row] << 32 | (c0[row] & low), odd = c3[row] << 32 | (c2[row] & low);
    words[2 * row] = __builtin_shufflevector(even, odd, 0, 4, 1, 5);
    words[2 * row + 1] = __builtin_shufflevector(even, odd, 2, 6, 3, 7);
  }
}

INLINE reals4 load(const double *numbers) {
  reals4 row;
  memcpy(&row, numbers, sizeof row);
  return row;
}

/* As in QuantileTable.swift, where the numbers are explained. */
INLINE reals4 quantiles(words4 word, const double *pieces, double scale, masks4 *tails) {
  const words4 top = word >> 63, folded = (word ^ -top) >> 12;
  /* A number below 2^52 is the fraction of a double with the exponent of 2^52. */
  const words4 magic = ALL(0x4330000000000000);
  reals4 distance = (reals4)(folded | magic) - (reals4)magic + 0.5;
  const words4 key = (words4)distance >> KEY_SHIFT;
  const masks4 index = (masks4)(FIRST_KEY - key), isTail = index >= PIECES_PER_END;
  const masks4 piece = (index & ~isTail) + (masks4)(-top & PIECES_PER_END);
  distance -= (reals4)(key << KEY_SHIFT);
  const reals4 a = load(pieces + 4 * piece[0]), b = load(pieces + 4 * piece[1]);
  const reals4 c = load(pieces + 4 * piece[2]), d = load(pieces + 4 * piece[3]);
  /* Rows become columns. */
  const reals4 ab0 = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const reals4 ab1 = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const reals4 cd0 = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const reals4 cd1 = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  const reals4 c0 = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  const reals4 c1 = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  const reals4 c2 = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  const reals4 c3 = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
  *tails |= isTail;
  return ((c0 + distance * c1) + distance * distance * (c2 + distance * c3)) * scale;
}

INLINE bool any(masks4 masks) { return (masks[0] | masks[1] | masks[2] | masks[3]) != 0; }

/* As SimTime(seconds:): the nearest microsecond, from 0 to 2^51. */
INLINE masks4 microseconds(reals4 seconds) {
  const reals4 scaled = seconds * 1e6, zero = {0}, half = zero + 0.5, power = zero + 0x1p52;
  const masks4 isEarly = scaled < 0x1p51, isPositive = scaled > zero;
  const reals4 rounded = half + (reals4)((masks4)scaled & isEarly & isPositive);
  /* Its last bit is worth 1, so a number below 2^51 is rounded; here it is cut off. */
  const reals4 sum = rounded + power;
  const masks4 excess = sum - power > rounded;
  const masks4 whole = ((masks4)sum - (masks4)power) + excess;
  return (whole & isEarly) | (masks4)(~(words4)isEarly & ALL((uint64_t)1 << 51));
}

INLINE void write_words(const struct variates_place *place, double *words) {
  words4 all[4];
  philox(place, all);
  memcpy(words, all, sizeof all);
}

/* Returns whether one of the words lies in a tail. */
INLINE bool all_quantiles(const struct variates_place *place, const double *pieces, double scale,
                          reals4 rows[4]) {
  words4 words[4];
  philox(place, words);
  masks4 tails = {0};
#pragma clang loop unroll(full)
  for (int row = 0; row < 4; row++) rows[row] = quantiles(words[row], pieces, scale, &tails);
  return any(tails);
}

INLINE bool write_quantiles(const struct variates_place *place, const double *pieces, double scale,
                            double *values) {
  reals4 rows[4];
  const bool has_tails = all_quantiles(place, pieces, scale, rows);
  memcpy(values, rows, sizeof rows);
  return has_tails;
}

INLINE bool write_spans(const struct variates_place *place, const double *pieces, double scale,
                        int64_t *spans) {
  reals4 rows[4];
  const bool has_tails = all_quantiles(place, pieces, scale, rows);
#pragma clang loop unroll(full)
  for (int row = 0; row < 4; row++) {
    const masks4 four = microseconds(rows[row]);
    memcpy(spans + 4 * row, &four, sizeof four);
  }
  return has_tails;
}

INLINE void write_poisson(const double *units, double rate, double *time, int64_t *times) {
  double sums[VARIATES_COUNT];
  for (int place = 0; place < VARIATES_COUNT; place++) sums[place] = *time += units[place];
  for (int place = 0; place < VARIATES_COUNT; place += 4) {
    const masks4 all = microseconds(load(sums + place) / rate);
    memcpy(times + place, &all, sizeof all);
  }
}

/* Each of them twice: for this processor, and for any. */
#define DEFINE(type, name, parameters, arguments)                                                  \
  FASTEST type variates_##name parameters { return write_##name arguments; }                       \
  type variates_##name##_portable parameters { return write_##name arguments; }

DEFINE(void, words, (const struct variates_place *place, double *words), (place, words))
DEFINE(bool, quantiles,
       (const struct variates_place *place, const double *pieces, double scale, double *values),
       (place, pieces, scale, values))
DEFINE(bool, spans,
       (const struct variates_place *place, const double *pieces, double scale, int64_t *spans),
       (place, pieces, scale, spans))
DEFINE(void, poisson, (const double *units, double rate, double *time, int64_t *times),
       (units, rate, time, times))
