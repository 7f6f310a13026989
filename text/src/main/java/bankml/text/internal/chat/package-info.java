// SPDX-License-Identifier: Apache-2.0

/**
 * What the reference does around a template's rendering ({@code common/chat.cpp}, {@code
 * common/jinja/caps.cpp}, {@code common/parsers}): it finds out what the template can do, rewrites
 * the messages to that, and knows some families of templates by their marks.
 *
 * <p>In: a request. Out: a prompt. Read {@link bankml.text.internal.chat.CompiledTemplate} first.
 */
package bankml.text.internal.chat;
