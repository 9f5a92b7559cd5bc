/* Preloaded under valgrind: before version 3.21 it writes into the mask that a program passes to
   sigsuspend, and libdispatch's lies in read-only memory. So it gets a copy. */

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
