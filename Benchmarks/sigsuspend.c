/* Preloaded under valgrind, which (3.19 at least) writes into the mask that a program passes to
   sigsuspend: libdispatch's lies in read-only memory, so it gets a copy. */

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
