// The only door to the GNU Scientific Library. Swift 6 refuses GSL's mutable
// globals, so what is global there is reached through inline functions here.
#pragma once

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_vector.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf_erf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_version.h>

// GSL's default handler aborts the process. Callers switch it off once and
// check every status instead.
static inline void cgsl_disable_error_handler(void) { gsl_set_error_handler_off(); }

static inline const char *cgsl_version(void) { return GSL_VERSION; }

// Solvers by name: their types are mutable globals.
static inline gsl_root_fsolver *cgsl_brent_alloc(void) {
  return gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
}

static inline gsl_multimin_fminimizer *cgsl_simplex_alloc(size_t dimension) {
  return gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, dimension);
}

// Beyond 40 dimensions it returns a generator that must not be used.
static inline gsl_qrng *cgsl_sobol_alloc(unsigned int dimension) {
  return gsl_qrng_alloc(gsl_qrng_sobol, dimension);
}
