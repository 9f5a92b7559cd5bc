#ifndef VARIATES_H
#define VARIATES_H

#include <stdbool.h>
#include <stdint.h>

/* Sixteen neighbouring words of Philox4x32-10, and variates made of them, in vector registers: with
   AVX2 where the processor has it. The bytes are the same on all. */
enum { VARIATES_COUNT = 16 };

/* Where the words are. Block i (0 to 7) has the counter (draw, pair + i, device, tag) and gives the
   words 2 i (its first half) and 2 i + 1 (its second one). */
struct variates_place {
  uint32_t draw, pair, device, tag;
  /* The lower half is the first key. */
  uint64_t key;
};

/* Writes the words as they are. */
void variates_words(const struct variates_place *place, double *words);

/* Writes the quantiles of the words, times `scale`: `QuantileTable.value` for all of them.

   `pieces` are the coefficients of the table, four each. Returns whether one of the words lies in a
   tail: then the values are worth nothing. */
bool variates_quantiles(const struct variates_place *place, const double *pieces, double scale,
                        double *values);

/* The same, as spans in whole microseconds: `SimTime(seconds:)`. */
bool variates_spans(const struct variates_place *place, const double *pieces, double scale,
                    int64_t *spans);

/* When the next sixteen events of a Poisson process happen [us].

   `units` are variates of mean 1, `rate` is in 1/s, and `time` says how much unit-rate time has
   passed; it moves on. */
void variates_poisson(const double *units, double rate, double *time, int64_t *times);

/* The same without AVX2: what a test compares with. */
void variates_words_portable(const struct variates_place *place, double *words);
bool variates_quantiles_portable(const struct variates_place *place, const double *pieces,
                                 double scale, double *values);
bool variates_spans_portable(const struct variates_place *place, const double *pieces,
                             double scale, int64_t *spans);
void variates_poisson_portable(const double *units, double rate, double *time, int64_t *times);

#endif
