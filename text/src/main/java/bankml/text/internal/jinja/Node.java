// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** A part of a template's syntax tree. Immutable, shared between renderings. */
sealed interface Node permits Expression, Statement {
  /** Returns the line the node begins on, from 1. */
  int line();
}
