// SPDX-License-Identifier: Apache-2.0
package bankml.store;

/**
 * One file as a pin records it.
 *
 * @param path the file's name, or its path relative to the pin's folder
 * @param bytes its length in bytes
 * @param sha256 its SHA-256, 64 lower-case hexadecimal digits
 */
public record PinnedFile(String path, long bytes, String sha256) {}
