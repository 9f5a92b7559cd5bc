/* Gives a ladder queue and a heap the same keys and takes them from both: the order must be the
   same. Prints the first difference and exits with 1. The times are what a ladder finds hard:
   many equal ones, few far ones, spans of all magnitudes. */

#include "ladder.h"
#include "laws.h"

enum { PENDING = 20000, HOLDS = 40000 };

static uint64_t exponential_span(struct random *random) {
  return (uint64_t)exponential(random, 1e9);
}

/* A tenth of the keys come before the one taken last. */
static uint64_t either_way(struct random *random) {
  return exponential_span(random) - (uint64_t)1e8;
}

static uint64_t no_span(struct random *random) {
  (void)random;
  return 0;
}

static uint64_t few_spans(struct random *random) { return random_word(random) >> 62; }

static uint64_t near_or_far(struct random *random) {
  return random_word(random) >> 63 == 0 ? random_word(random) >> 60 : (uint64_t)1 << 40;
}

static uint64_t any_magnitude(struct random *random) {
  return (uint64_t)1 << (random_word(random) >> 58) % 46;
}

struct both {
  struct ladder ladder;
  struct heap heap;
  struct random random;
  uint64_t time, number;
};

static void fail(const char *name, const char *what) {
  printf("error: %s: %s\n", name, what);
  exit(1);
}

/* Keys with equal times come in no order. */
static void add(struct both *both, uint64_t span) {
  heap_key key = (heap_key)((both->time + span) << 12) << 64 | split_mix(++both->number);
  ladder_add(&both->ladder, key);
  heap_add(&both->heap, key);
}

/* False when both are empty. */
static bool take(struct both *both, const char *name) {
  heap_key found = 0, expected = 0;
  bool has_found = ladder_take(&both->ladder, &found);
  bool has_expected = heap_take(&both->heap, &expected);
  if (has_found != has_expected || found != expected) fail(name, "another key than the heap's");
  if (has_found) both->time = ladder_time(found) >> 12;
  return has_found;
}

/* Chunks come in slabs, and none is in use. */
static void check_memory(const struct both *both, const char *name) {
  size_t count = 0;
  for (struct ladder_chunk *each = both->ladder.unused; each != NULL; each = each->next) count++;
  if (count == 0 || count % LADDER_SLAB_CHUNKS != 0) fail(name, "memory is lost");
}

/* Fill, hold, grow while taking, take all. */
static void compare(struct both *both, const char *name, uint64_t (*span)(struct random *)) {
  for (int i = 0; i < PENDING; i++) add(both, span(&both->random));
  for (int i = 0; i < HOLDS && take(both, name); i++)
    for (int more = i % 8 == 0 ? 2 : 1; more > 0; more--) add(both, span(&both->random));
  while (take(both, name)) continue;
  check_memory(both, name);
}

int main(void) {
  static struct both both;
  ladder_init(&both.ladder);
  heap_init(&both.heap);
  random_seed(&both.random, 1);
  compare(&both, "exponential", exponential_span);
  compare(&both, "all at once", no_span);
  compare(&both, "few times", few_spans);
  compare(&both, "near or far", near_or_far);
  compare(&both, "any magnitude", any_magnitude);
  compare(&both, "either way", either_way);
  return 0;
}
