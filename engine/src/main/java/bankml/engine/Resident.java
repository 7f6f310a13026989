// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.time.Instant;
import java.util.Optional;

/**
 * A model that is loaded.
 *
 * @param name what people call it
 * @param sha256 of its file
 * @param bytes of its file
 * @param contextLength tokens of prompt and answer together, at most
 * @param verifiedAt when its file was found to be its pin's
 * @param expiresAt when it goes unless it is used before; empty for never
 */
public record Resident(
    String name,
    String sha256,
    long bytes,
    int contextLength,
    Instant verifiedAt,
    Optional<Instant> expiresAt) {}
