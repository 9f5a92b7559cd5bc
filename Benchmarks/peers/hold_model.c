/* The hold model in C: an event queue that always holds the same number of events; take the
   earliest, schedule a later one. Exactly what Benchmarks/HoldModel does with the kernel's queue,
   increments included, so both end at the same time. The queue is a heap like the kernel's; with
   -DLADDER, a ladder queue.

   Usage: hold_model PENDING TIMES; prints events a second and the time of the last event [us]. */

#include <inttypes.h>
#include <stdint.h>

#include "clock.h"
#include "laws.h"

#ifdef LADDER
#include "ladder.h"
#define QUEUE(word) ladder##word
#else
#include "heap.h"
#define QUEUE(word) heap##word
#endif

enum { INCREMENT_COUNT = 1 << 16 };

static int64_t increments[INCREMENT_COUNT]; /* us */
static struct QUEUE() queue;
static uint32_t number;

/* Exponential with a mean of 1,000 s. */
static void draw_increments(void) {
  for (int i = 0; i < INCREMENT_COUNT; i++) {
    double uniform = ((double)(split_mix((uint64_t)i + 1) >> 12) + 0.5) * 0x1p-52;
    increments[i] = (int64_t)(-1e9 * log(uniform) + 0.5);
  }
}

/* The parts of a key as in Event.swift: time, owner (here 1), number, kind and payload (here 0). */
static void schedule(int64_t time) {
  time += increments[number & (INCREMENT_COUNT - 1)];
  uint64_t low = (uint64_t)1 << 60 | (uint64_t)number << 28;
  QUEUE(_add)(&queue, (heap_key)((uint64_t)time << 12) << 64 | low);
  number++;
}

static int64_t hold(long times) {
  int64_t now = 0;
  for (long i = 0; i < times; i++) {
    heap_key key;
    if (!QUEUE(_take)(&queue, &key)) abort();
    now = (int64_t)((uint64_t)(key >> 64) >> 12);
    schedule(now);
  }
  return now;
}

int main(int count, char **arguments) {
  if (count != 3 || atol(arguments[1]) < 1 || atol(arguments[2]) < 1) {
    fputs("usage: hold_model PENDING TIMES\n", stderr);
    return 64;
  }
  long pending = atol(arguments[1]), times = atol(arguments[2]);
  draw_increments();
  QUEUE(_init)(&queue);
  for (long i = 0; i < pending; i++) schedule(0);
  hold(pending);
  double start = seconds();
  int64_t last = hold(times);
  printf("%.0f %" PRId64 "\n", (double)times / (seconds() - start), last);
  return 0;
}
