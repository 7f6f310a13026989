// SPDX-License-Identifier: Apache-2.0
/**
 * Names to verified files. Input: a models folder, a name or a path. Output: a model file that the
 * guard plays and whose bytes are those that its pin records. Nothing half-written is ever visible
 * under a model's or a pin's name: files are written aside, synced and renamed. Start with {@link
 * bankml.store.ModelStore}.
 */
@NullMarked
package bankml.store;

import org.jspecify.annotations.NullMarked;
