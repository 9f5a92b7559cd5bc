/* The scenario of gap-recovery.yml as one would write it by hand for speed: what deliverysim is
   measured against. The same rules as in simpy_gap_recovery.py, and the same answers in JSON.

   Devices are simulated --per-queue at a time, from start to end, with one event queue. Laws are
   exponential; --sigma makes the latencies lognormal, --shape the offline times Weibull. An expiry
   after 30 days is left out: no device is offline for as long as that. */

#include <getopt.h>
#include <inttypes.h>

#include "clock.h"
#include "heap.h"
#include "laws.h"

#define DAY 86400.0
#define MESSAGES_PER_SECOND (40 / DAY)

enum { REPEAT_LIMIT = 20, REQUESTS_MAX = 32 };

/* Means in seconds; a sigma or a shape of 0: exponential. */
static struct {
  long devices, per_queue;
  uint64_t seed;
  bool recovers;
  double days, hop, resend, reconnect, online, offline, sigma, shape;
} options = {.devices = 20000, .per_queue = 1, .seed = 1, .recovers = true, .days = 28,
             .hop = 0.3, .resend = 0.8, .reconnect = 0.5, .online = 6 * 3600, .offline = 20 * 60};

/* A re-request without an answer: for the positions from `first` to before `carrier`. */
struct request {
  uint32_t first, carrier;
  bool awaits_answer;
};

/* What became of a message: two bits of `fates`, by position. */
enum { SHOWN = 1, SUMMARISED = 2 };

/* Positions count from 1; 0: none. A line of the cache: with many devices to a queue, every event
   finds another one. */
struct device {
  uint32_t owed, saved, slot;
  bool is_online, is_connected;
  uint32_t open_requests; /* one bit for each of `requests` */
  uint32_t shown, summarised, resent, requested, summaries;
  uint8_t *fates;
} __attribute__((aligned(HEAP_LINE)));

static struct random rng;
static struct heap queue;
static struct device *devices;
static struct request (*requests)[REQUESTS_MAX]; /* by device */
static uint8_t *all_fates;
static size_t positions_max;
static int64_t now, horizon; /* us */
static uint64_t scheduled;

/* MARK: Events

   From the most significant bit: time 44, insertion number 40, device 20, kind 4, payload 20. */

enum kind { MESSAGE, PUSH, LINK, CONNECTION, ANSWER };

static inline void schedule(uint32_t device, enum kind kind, double delay, uint32_t payload) {
  int64_t time = now + (int64_t)(delay * 1e6 + 0.5);
  if (time >= horizon) return;
  uint64_t number = scheduled++;
  uint64_t high = (uint64_t)time << 20 | number >> 20;
  uint64_t low = number << 44 | (uint64_t)device << 24 | (uint64_t)kind << 20 | payload;
  heap_add(&queue, (heap_key)high << 64 | low);
}

static inline double latency(double mean) {
  return options.sigma > 0 ? lognormal(&rng, mean, options.sigma) : exponential(&rng, mean);
}

static inline double offline_span(bool is_residual) {
  double mean = options.offline, shape = options.shape;
  if (shape == 0) return exponential(&rng, mean);
  double scale = mean / tgamma(1 + 1 / shape);
  return is_residual ? weibull_residual(&rng, scale, shape) : weibull(&rng, scale, shape);
}

/* MARK: The notification centre */

/* Adds a fate; returns those that the message had before. */
static inline unsigned mark(struct device *device, uint32_t position, unsigned fate) {
  uint8_t *fates = &device->fates[position / 4];
  unsigned shift = position % 4 * 2;
  unsigned before = *fates >> shift & (SHOWN | SUMMARISED);
  *fates = (uint8_t)(*fates | fate << shift);
  return before;
}

static inline void show(struct device *device, uint32_t position) {
  unsigned before = mark(device, position, SHOWN);
  device->shown += !(before & SHOWN);
  device->summarised -= before == SUMMARISED;
}

static void summarise(struct device *device, uint32_t first, uint32_t carrier) {
  device->summaries++;
  for (uint32_t position = first; position <= carrier; position++)
    device->summarised += mark(device, position, SUMMARISED) == 0;
}

/* MARK: The extension */

static void request(uint32_t place, uint32_t first, uint32_t carrier) {
  struct device *device = &devices[place];
  if (device->open_requests == UINT32_MAX) {
    fputs("error: too many requests without an answer\n", stderr);
    exit(1);
  }
  uint32_t index = (uint32_t)__builtin_ctz(~device->open_requests);
  device->open_requests |= (uint32_t)1 << index;
  requests[place][index] = (struct request){first, carrier, true};
  device->requested++;
  schedule(place, ANSWER, latency(options.resend), index);
}

/* The provider carries a request out even when the device has gone. */
static void answer(uint32_t place, uint32_t index) {
  struct device *device = &devices[place];
  struct request request = requests[place][index];
  device->open_requests &= ~((uint32_t)1 << index);
  if (request.awaits_answer) show(device, request.carrier);
  device->resent += request.carrier - request.first;
  for (uint32_t position = request.first; position < request.carrier; position++)
    schedule(place, PUSH, latency(options.hop), position);
}

/* The client counts its open requests as failed. */
static void fail_requests(uint32_t place) {
  struct device *device = &devices[place];
  for (uint32_t open = device->open_requests; open != 0; open &= open - 1) {
    struct request *request = &requests[place][__builtin_ctz(open)];
    if (request->awaits_answer) summarise(device, request->first, request->carrier);
    request->awaits_answer = false;
  }
}

static inline void receive(uint32_t place, uint32_t position) {
  struct device *device = &devices[place];
  uint32_t saved = device->saved;
  if (position > saved) device->saved = position;
  if (!options.recovers || saved == 0 || position <= saved + 1)
    show(device, position);
  else if (position - saved - 1 > REPEAT_LIMIT)
    summarise(device, saved + 1, position);
  else
    request(place, saved + 1, position);
}

/* MARK: Provider, push service, network */

static inline void create_message(uint32_t place) {
  struct device *device = &devices[place];
  if (++device->owed == positions_max) {
    fputs("error: too many messages for one device\n", stderr);
    exit(1);
  }
  /* The push first: it is nearly always the next event, and fills the hole at the root. */
  schedule(place, PUSH, latency(options.hop), device->owed);
  schedule(place, MESSAGE, exponential(&rng, 1 / MESSAGES_PER_SECOND), 0);
}

/* What was stored is overwritten. */
static inline void accept(uint32_t place, uint32_t position) {
  if (devices[place].is_connected)
    receive(place, position);
  else
    devices[place].slot = position;
}

static void connect(uint32_t place) {
  struct device *device = &devices[place];
  device->is_connected = true;
  uint32_t position = device->slot;
  device->slot = 0;
  if (position != 0) receive(place, position);
}

/* A connection that would be ready too late is not scheduled. */
static void flip_link(uint32_t place) {
  struct device *device = &devices[place];
  device->is_online = !device->is_online;
  if (!device->is_online) {
    device->is_connected = false;
    fail_requests(place);
    schedule(place, LINK, offline_span(false), 0);
    return;
  }
  double online = exponential(&rng, options.online), reconnect = latency(options.reconnect);
  schedule(place, LINK, online, 0);
  if (reconnect < online) schedule(place, CONNECTION, reconnect, 0);
}

/* MARK: Running */

static void start_device(uint32_t place) {
  uint8_t *fates = all_fates + place * (positions_max / 4);
  memset(fates, 0, positions_max / 4);
  bool is_online = uniform(&rng) < options.online / (options.online + options.offline);
  devices[place] =
      (struct device){.is_online = is_online, .is_connected = is_online, .fates = fates};
  double span = is_online ? exponential(&rng, options.online) : offline_span(true);
  schedule(place, LINK, span, 0);
  schedule(place, MESSAGE, exponential(&rng, 1 / MESSAGES_PER_SECOND), 0);
}

static void simulate(uint32_t count) {
  heap_clear(&queue);
  now = 0;
  scheduled = 0;
  for (uint32_t place = 0; place < count; place++) start_device(place);
  heap_key key;
  while (heap_take(&queue, &key)) {
    uint64_t low = (uint64_t)key;
    uint32_t place = (uint32_t)(low >> 24) & 0xFFFFF, payload = (uint32_t)low & 0xFFFFF;
    now = (int64_t)((uint64_t)(key >> 64) >> 20);
    switch ((enum kind)(low >> 20 & 0xF)) {
      case MESSAGE: create_message(place); break;
      case PUSH: accept(place, payload); break;
      case LINK: flip_link(place); break;
      case CONNECTION: connect(place); break;
      case ANSWER: answer(place, payload); break;
    }
  }
}

/* MARK: Answers */

/* Sums over independent devices, for a ratio x / owed and its standard error. */
struct sums {
  double x, xx, xy;
};

static struct {
  double owed, owed_squared;
  struct sums shown, summarised, resent, requested, summaries;
} totals;

static void add(struct sums *sums, double x, double owed) {
  sums->x += x;
  sums->xx += x * x;
  sums->xy += x * owed;
}

static void add_device(const struct device *device) {
  double owed = device->owed;
  totals.owed += owed;
  totals.owed_squared += owed * owed;
  add(&totals.shown, device->shown, owed);
  add(&totals.summarised, device->summarised, owed);
  add(&totals.resent, device->resent, owed);
  add(&totals.requested, device->requested, owed);
  add(&totals.summaries, device->summaries, owed);
}

static void print_ratio(const char *name, const struct sums *sums, const char *end) {
  double value = sums->x / totals.owed, count = (double)options.devices;
  double square = sums->xx - 2 * value * sums->xy + value * value * totals.owed_squared;
  double error = sqrt(fmax(0, square) / (count * (count - 1))) / (totals.owed / count);
  printf("    \"%s\": {\"value\": %.17g, \"standard_error\": %.17g}%s\n", name, value, error, end);
}

static void print_answers(double time) {
  printf("{\n  \"devices\": %ld,\n  \"notifications\": %.0f,\n", options.devices, totals.owed);
  printf("  \"seconds\": %.6f,\n  \"notifications_per_second\": %.1f,\n", time, totals.owed / time);
  printf("  \"per_notification\": {\n");
  print_ratio("shown", &totals.shown, ",");
  print_ratio("summarised", &totals.summarised, ",");
  print_ratio("pushes_resent", &totals.resent, ",");
  print_ratio("resend_requests", &totals.requested, ",");
  print_ratio("summaries", &totals.summaries, "");
  printf("  }\n}\n");
}

/* MARK: Options */

static void fail(const char *text) {
  fprintf(stderr, "error: %s\n", text);
  exit(64);
}

static void set_number(int option, const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= 0)) fail("an option needs a number from 0 on");
  switch (option) {
    case 'd': options.devices = (long)value; break;
    case 'q': options.per_queue = (long)value; break;
    case 'e': options.seed = (uint64_t)value; break;
    case 'D': options.days = value; break;
    case 'h': options.hop = value; break;
    case 'r': options.resend = value; break;
    case 'c': options.reconnect = value; break;
    case 'o': options.online = value; break;
    case 'f': options.offline = value; break;
    case 'S': options.sigma = value; break;
    case 'W': options.shape = value; break;
  }
}

static void read_options(int count, char **arguments) {
  static const struct option known[] = {
      {"devices", 1, 0, 'd'},   {"per-queue", 1, 0, 'q'}, {"seed", 1, 0, 'e'},
      {"days", 1, 0, 'D'},      {"hop", 1, 0, 'h'},       {"resend", 1, 0, 'r'},
      {"reconnect", 1, 0, 'c'}, {"online", 1, 0, 'o'},    {"offline", 1, 0, 'f'},
      {"sigma", 1, 0, 'S'},     {"shape", 1, 0, 'W'},     {"strategy", 1, 0, 's'},
      {0}};
  int option;
  while ((option = getopt_long(count, arguments, "", known, NULL)) != -1) {
    if (option == '?') exit(64);
    if (option != 's') {
      set_number(option, optarg);
    } else {
      options.recovers = strcmp(optarg, "gap-recovery") == 0;
      if (!options.recovers && strcmp(optarg, "fire-and-forget") != 0) fail("unknown strategy");
    }
  }
  if (options.devices < 2) fail("at least 2 devices");
  if (options.per_queue < 1 || options.per_queue >= 1 << 20) fail("1 to 1048575 per queue");
  if (options.days > 200) fail("at most 200 days");
}

int main(int argument_count, char **arguments) {
  read_options(argument_count, arguments);
  double start = seconds();
  horizon = (int64_t)(options.days * DAY * 1e6);
  /* Beyond 12 standard deviations of the number of messages. */
  double mean = options.days * DAY * MESSAGES_PER_SECOND;
  positions_max = (size_t)(mean + 12 * sqrt(mean) + 100) / 4 * 4;
  size_t size = (size_t)options.per_queue;
  devices = aligned_alloc(HEAP_LINE, size * sizeof(struct device));
  requests = malloc(size * sizeof(*requests));
  all_fates = malloc(size * positions_max / 4);
  if (devices == NULL || requests == NULL || all_fates == NULL) fail("out of memory");
  random_seed(&rng, options.seed);
  heap_init(&queue);
  for (long first = 0; first < options.devices; first += options.per_queue) {
    long rest = options.devices - first;
    uint32_t count = (uint32_t)(rest < options.per_queue ? rest : options.per_queue);
    simulate(count);
    for (uint32_t place = 0; place < count; place++) add_device(&devices[place]);
  }
  print_answers(seconds() - start);
  return 0;
}
