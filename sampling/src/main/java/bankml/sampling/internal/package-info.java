// SPDX-License-Identifier: Apache-2.0
/** The steps of the sampler chain, and what they need of the reference's C and C++ libraries. */
package bankml.sampling.internal;
