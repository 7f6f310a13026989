// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

/**
 * What a template renders.
 *
 * @param text the prompt
 * @param generation what the template adds to begin an answer, in {@code text} or not
 */
public record Prompt(String text, String generation) {}
