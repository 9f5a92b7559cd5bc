/* A 4-ary heap of 128-bit keys, laid out and used as the kernel's EventQueue is: the four children
   of a node share a cache line, and taking the earliest key leaves a hole that the next one to be
   added fills with one sift down. */

#ifndef HEAP_H
#define HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 heap_key;

struct heap {
  heap_key *nodes; /* node 0 lies at slot 3, so that each group of children starts a line */
  size_t count;
  size_t capacity;
  bool root_is_taken;
};

enum { HEAP_ROOT_SLOT = 3, HEAP_LINE = 64 };

static heap_key *heap_allocate(size_t capacity) {
  void *memory = NULL;
  size_t size = (capacity + HEAP_ROOT_SLOT) * sizeof(heap_key);
  if (posix_memalign(&memory, HEAP_LINE, size) != 0) {
    fputs("error: out of memory\n", stderr);
    exit(1);
  }
  return (heap_key *)memory + HEAP_ROOT_SLOT;
}

static void heap_init(struct heap *heap) {
  *heap = (struct heap){.capacity = 16};
  heap->nodes = heap_allocate(heap->capacity);
}

static inline void heap_clear(struct heap *heap) {
  heap->count = 0;
  heap->root_is_taken = false;
}

static void heap_grow(struct heap *heap) {
  heap_key *nodes = heap_allocate(2 * heap->capacity);
  memcpy(nodes, heap->nodes, heap->count * sizeof(heap_key));
  free(heap->nodes - HEAP_ROOT_SLOT);
  heap->nodes = nodes;
  heap->capacity *= 2;
}

static inline void heap_sift_up(struct heap *heap, heap_key key) {
  heap_key *nodes = heap->nodes;
  size_t node = heap->count++;
  while (node > 0) {
    size_t parent = (node - 1) / 4;
    if (key >= nodes[parent]) break;
    nodes[node] = nodes[parent];
    node = parent;
  }
  nodes[node] = key;
}

/* Puts `key` at the root and moves it down to its place. */
static inline void heap_sift_down(struct heap *heap, heap_key key) {
  heap_key *nodes = heap->nodes;
  size_t count = heap->count;
  size_t node = 0, child = 1;
  while (child + 3 < count) {
    /* Sums and masks: a branch here is mispredicted half of the time. */
    size_t left = child + (nodes[child + 1] < nodes[child]);
    size_t right = child + 2 + (nodes[child + 3] < nodes[child + 2]);
    size_t least = left ^ ((left ^ right) & (0 - (size_t)(nodes[right] < nodes[left])));
    if (nodes[least] >= key) {
      nodes[node] = key;
      return;
    }
    nodes[node] = nodes[least];
    node = least;
    child = 4 * node + 1;
  }
  size_t least = child;
  for (size_t other = child + 1; other < count; other++)
    if (nodes[other] < nodes[least]) least = other;
  if (least < count && nodes[least] < key) {
    nodes[node] = nodes[least];
    node = least;
  }
  nodes[node] = key;
}

static inline void heap_add(struct heap *heap, heap_key key) {
  if (heap->root_is_taken) {
    heap->root_is_taken = false;
    heap_sift_down(heap, key);
  } else {
    if (heap->count == heap->capacity) heap_grow(heap);
    heap_sift_up(heap, key);
  }
}

/* The earliest key, NULL when there is none; the hole of the key taken before is closed. */
static inline const heap_key *heap_first(struct heap *heap) {
  if (heap->root_is_taken) {
    heap->root_is_taken = false;
    heap->count--;
    if (heap->count > 0) heap_sift_down(heap, heap->nodes[heap->count]);
  }
  return heap->count > 0 ? heap->nodes : NULL;
}

/* Takes the earliest key; false when there is none. */
static inline bool heap_take(struct heap *heap, heap_key *key) {
  const heap_key *first = heap_first(heap);
  if (first == NULL) return false;
  heap->root_is_taken = true;
  *key = *first;
  return true;
}

#endif
