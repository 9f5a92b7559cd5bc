/* Random numbers of the peers: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom
   number generators", 2021), seeded by SplitMix64, and the laws of the scenarios. */

#ifndef LAWS_H
#define LAWS_H

#include <math.h>
#include <stdint.h>

struct random {
  uint64_t state[4];
};

static inline uint64_t split_mix(uint64_t counter) {
  uint64_t word = counter * 0x9E3779B97F4A7C15;
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
  word = (word ^ word >> 27) * 0x94D049BB133111EB;
  return word ^ word >> 31;
}

static inline void random_seed(struct random *random, uint64_t seed) {
  for (uint64_t i = 0; i < 4; i++) random->state[i] = split_mix(seed + i + 1);
}

static inline uint64_t rotate_left(uint64_t word, int bits) {
  return word << bits | word >> (64 - bits);
}

static inline uint64_t random_word(struct random *random) {
  uint64_t *state = random->state;
  uint64_t word = rotate_left(state[0] + state[3], 23) + state[0];
  uint64_t shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotate_left(state[3], 45);
  return word;
}

/* Strictly between 0 and 1. */
static inline double uniform(struct random *random) {
  return ((double)(random_word(random) >> 12) + 0.5) * 0x1p-52;
}

static inline double exponential(struct random *random, double mean) {
  return -mean * log(uniform(random));
}

/* The polar method (Marsaglia and Bray, 1964), without its second variate. */
static inline double normal(struct random *random) {
  for (;;) {
    double x = 2 * uniform(random) - 1, y = 2 * uniform(random) - 1;
    double square = x * x + y * y;
    if (square < 1 && square > 0) return x * sqrt(-2 * log(square) / square);
  }
}

static inline double lognormal(struct random *random, double mean, double sigma) {
  return mean * exp(sigma * (normal(random) - 0.5 * sigma));
}

static inline double weibull(struct random *random, double scale, double shape) {
  return scale * pow(exponential(random, 1), 1 / shape);
}

/* Marsaglia and Tsang, "A simple method for generating gamma variables" (2000); shape >= 1. */
static inline double gamma_variate(struct random *random, double shape) {
  double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
  for (;;) {
    double x = normal(random), v = pow(1 + c * x, 3);
    if (v > 0 && log(uniform(random)) < 0.5 * x * x + d * (1 - v + log(v))) return d * v;
  }
}

/* What is left of a Weibull span at a moment in equilibrium: a uniform part of a length-biased
   span, whose power `shape` is gamma with shape 1 + 1/shape. */
static inline double weibull_residual(struct random *random, double scale, double shape) {
  return uniform(random) * scale * pow(gamma_variate(random, 1 + 1 / shape), 1 / shape);
}

#endif
