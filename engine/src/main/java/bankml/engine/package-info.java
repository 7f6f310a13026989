// SPDX-License-Identifier: Apache-2.0
/**
 * Requests to token streams.
 *
 * <p>Job: run a model over a prompt and on, token by token, until the model ends, a stop string
 * appears, a limit is met or the caller cancels. Input: a {@link bankml.engine.GenerateRequest} of
 * token ids. Output: text as it becomes certain to a {@link bankml.engine.TokenListener}, then a
 * {@link bankml.engine.Generation}, of which a {@link bankml.engine.Receipt} is made.
 *
 * <p>{@link bankml.engine.Residency} keeps models loaded, gives requests their turns, and computes
 * each {@link bankml.engine.RunningAnswer} on its model's own thread.
 *
 * <p>Invariants: an answer depends on model, request and profile only, not on what was asked
 * before, though rows of earlier requests are reused; every character of it is given to the
 * listener exactly once, in order; text that a stop string could still claim, and half characters,
 * are held back until they are decided.
 *
 * <p>First class to read: {@link bankml.engine.Engine}, and in it {@code step}.
 */
package bankml.engine;
