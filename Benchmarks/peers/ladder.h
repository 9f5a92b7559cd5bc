/* A ladder queue of 128-bit keys, after Tang, Goh and Thng, "Ladder queue: an O(1) priority queue
   structure for large-scale discrete event simulation" (ACM TOMACS 15, 2005). Keys of the far
   future lie unsorted at the top. When the rest is used up, the top is spread over the buckets of
   a rung; a bucket that is still too full when its turn comes is spread over a rung of its own;
   any other is sorted and becomes the bottom, from which keys are taken.

   Three things differ from the paper. Lists hold several keys in each chunk, for the cache.
   Widths of buckets are powers of two, so that no division is needed. What comes too late for a
   rung goes into a heap beside the bottom, and so does a full bucket of keys with equal times,
   which no rung can spread: the queue has no worse case than the heap. */

#ifndef LADDER_H
#define LADDER_H

#include <stdint.h>

#include "heap.h"

enum {
  LADDER_CHUNK_KEYS = 31,
  LADDER_SLAB_CHUNKS = 256,
  LADDER_BOTTOM_MAX = 64,  /* a bucket with more keys gets a rung */
  LADDER_BUCKET_MEAN = 16, /* of a new rung; up to twice as many, since widths double */
  LADDER_RUNG_MAX = 64,    /* a rung's buckets are at most half as wide as those before */
};

struct ladder_chunk {
  heap_key keys[LADDER_CHUNK_KEYS];
  struct ladder_chunk *next;
};

/* Unsorted; all chunks but the first are full. */
struct ladder_list {
  struct ladder_chunk *first;
  size_t count;
};

struct ladder_rung {
  struct ladder_list *buckets;
  size_t size, capacity; /* of buckets */
  size_t next;           /* the first bucket whose turn has not come */
  uint64_t start;        /* of bucket 0 */
  int shift;             /* buckets are 2^shift wide; the last has no end */
};

struct ladder {
  struct ladder_list top; /* later than `end` */
  uint64_t end;
  struct ladder_rung rungs[LADDER_RUNG_MAX]; /* each covers less, and earlier times */
  int rung_count;
  heap_key bottom[LADDER_BOTTOM_MAX]; /* latest first */
  size_t bottom_count;
  struct heap late; /* before all rungs, as the bottom is */
  struct ladder_chunk *unused;
};

static void ladder_init(struct ladder *ladder) {
  memset(ladder, 0, sizeof *ladder);
  heap_init(&ladder->late);
}

static void *ladder_allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL) {
    fputs("error: out of memory\n", stderr);
    exit(1);
  }
  return memory;
}

/* What decides about buckets; keys in which it is equal differ in the lower word. */
static inline uint64_t ladder_time(heap_key key) { return (uint64_t)(key >> 64); }

/* ---- Lists */

static void ladder_grow(struct ladder *ladder) {
  struct ladder_chunk *slab = ladder_allocate(LADDER_SLAB_CHUNKS, sizeof *slab);
  for (int i = 0; i < LADDER_SLAB_CHUNKS; i++) {
    slab[i].next = ladder->unused;
    ladder->unused = &slab[i];
  }
}

static inline void ladder_append(struct ladder *ladder, struct ladder_list *list, heap_key key) {
  size_t slot = list->count++ % LADDER_CHUNK_KEYS;
  if (slot == 0) {
    if (ladder->unused == NULL) ladder_grow(ladder);
    struct ladder_chunk *chunk = ladder->unused;
    ladder->unused = chunk->next;
    chunk->next = list->first;
    list->first = chunk;
  }
  list->first->keys[slot] = key;
}

/* The number of keys in the first chunk of a list that is not empty. */
static inline size_t ladder_first_keys(const struct ladder_list *list) {
  return (list->count - 1) % LADDER_CHUNK_KEYS + 1;
}

/* Forgets the keys of the first chunk. */
static inline void ladder_drop_first(struct ladder *ladder, struct ladder_list *list) {
  struct ladder_chunk *chunk = list->first;
  list->count -= ladder_first_keys(list);
  list->first = chunk->next;
  chunk->next = ladder->unused;
  ladder->unused = chunk;
}

struct ladder_range {
  uint64_t least, most;
};

/* The times in a list that is not empty. */
static struct ladder_range ladder_range(struct ladder_list list) {
  struct ladder_range range = {UINT64_MAX, 0};
  while (list.count > 0) {
    size_t keys = ladder_first_keys(&list);
    for (size_t i = 0; i < keys; i++) {
      uint64_t time = ladder_time(list.first->keys[i]);
      if (time < range.least) range.least = time;
      if (time > range.most) range.most = time;
    }
    list.count -= keys;
    list.first = list.first->next;
  }
  return range;
}

/* ---- Rungs */

static inline void ladder_put(struct ladder *ladder, struct ladder_rung *rung, heap_key key) {
  size_t bucket = (ladder_time(key) - rung->start) >> rung->shift;
  if (bucket >= rung->size) bucket = rung->size - 1;
  ladder_append(ladder, &rung->buckets[bucket], key);
}

/* A rung for `count` keys whose times differ: there are at least two buckets. */
static struct ladder_rung *ladder_add_rung(
    struct ladder *ladder, size_t count, struct ladder_range range) {
  struct ladder_rung *rung = &ladder->rungs[ladder->rung_count++];
  uint64_t span = range.most - range.least;
  rung->shift = 0;
  while ((span >> rung->shift) > count / LADDER_BUCKET_MEAN) rung->shift++;
  rung->size = (size_t)(span >> rung->shift) + 1;
  if (rung->size > rung->capacity) {
    free(rung->buckets);
    rung->buckets = ladder_allocate(rung->size, sizeof *rung->buckets);
    rung->capacity = rung->size;
  }
  rung->start = range.least;
  rung->next = 0;
  return rung;
}

/* Takes the first bucket with keys out of the last rung. There is one: the latest key lies in the
   last bucket. A rung whose buckets are used up goes before the bucket gets a rung of its own, so
   each rung lies within one bucket of the rung before. */
static struct ladder_list ladder_take_bucket(struct ladder *ladder) {
  struct ladder_rung *rung = &ladder->rungs[ladder->rung_count - 1];
  while (rung->buckets[rung->next].count == 0) rung->next++;
  struct ladder_list list = rung->buckets[rung->next];
  rung->buckets[rung->next++] = (struct ladder_list){0};
  if (rung->next == rung->size) ladder->rung_count--;
  return list;
}

static struct ladder_list ladder_take_top(struct ladder *ladder) {
  struct ladder_list list = ladder->top;
  ladder->top = (struct ladder_list){0};
  ladder->end = ladder_range(list).most;
  return list;
}

/* ---- Bottom */

/* Sorts at most LADDER_BOTTOM_MAX keys into the empty bottom. */
static void ladder_sort(struct ladder *ladder, struct ladder_list list) {
  heap_key *bottom = ladder->bottom;
  size_t count = 0;
  while (list.count > 0) {
    size_t keys = ladder_first_keys(&list);
    for (size_t i = 0; i < keys; i++) {
      heap_key key = list.first->keys[i];
      size_t place = count++;
      for (; place > 0 && bottom[place - 1] < key; place--) bottom[place] = bottom[place - 1];
      bottom[place] = key;
    }
    ladder_drop_first(ladder, &list);
  }
  ladder->bottom_count = count;
}

/* Moves more keys than the bottom holds into a rung, or into the heap when no rung splits them. */
static void ladder_spread(struct ladder *ladder, struct ladder_list list) {
  struct ladder_range range = ladder_range(list);
  bool splits = range.least < range.most;
  struct ladder_rung *rung = splits ? ladder_add_rung(ladder, list.count, range) : NULL;
  while (list.count > 0) {
    size_t keys = ladder_first_keys(&list);
    for (size_t i = 0; i < keys; i++) {
      if (splits)
        ladder_put(ladder, rung, list.first->keys[i]);
      else
        heap_add(&ladder->late, list.first->keys[i]);
    }
    ladder_drop_first(ladder, &list);
  }
}

/* Fills the bottom or the heap, when both are empty; false when nothing is left. */
static bool ladder_refill(struct ladder *ladder) {
  while (ladder->bottom_count == 0 && ladder->late.count == 0) {
    if (ladder->rung_count == 0 && ladder->top.count == 0) return false;
    struct ladder_list list =
        ladder->rung_count > 0 ? ladder_take_bucket(ladder) : ladder_take_top(ladder);
    if (list.count <= LADDER_BOTTOM_MAX)
      ladder_sort(ladder, list);
    else
      ladder_spread(ladder, list);
  }
  return true;
}

/* ---- Use */

static inline void ladder_add(struct ladder *ladder, heap_key key) {
  uint64_t time = ladder_time(key);
  if (time > ladder->end) {
    ladder_append(ladder, &ladder->top, key);
    return;
  }
  for (int i = 0; i < ladder->rung_count; i++) {
    struct ladder_rung *rung = &ladder->rungs[i];
    if (time >= rung->start && (time - rung->start) >> rung->shift >= rung->next) {
      ladder_put(ladder, rung, key);
      return;
    }
  }
  heap_add(&ladder->late, key);
}

/* Takes the earliest key; false when there is none. */
static inline bool ladder_take(struct ladder *ladder, heap_key *key) {
  const heap_key *late = heap_first(&ladder->late);
  if (ladder->bottom_count == 0 && late == NULL) {
    if (!ladder_refill(ladder)) return false;
    late = heap_first(&ladder->late);
  }
  if (ladder->bottom_count == 0) return heap_take(&ladder->late, key);
  heap_key first = ladder->bottom[ladder->bottom_count - 1];
  if (late != NULL && *late < first) return heap_take(&ladder->late, key);
  ladder->bottom_count--;
  *key = first;
  return true;
}

#endif
