/** ms */
const shortest = 60
const longest = 400

/**
 * Milliseconds after the last change until derived fields, conditions and checks follow, never before the entry itself is painted: longer
 * where that takes long.
 */
export const pauseAfter = (cost: number): number => Math.min(longest, Math.max(shortest, 4 * cost))
