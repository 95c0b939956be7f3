import { z } from 'zod'

/**
 * A version or revision of a record sent by clients: from 0 to the largest value that PostgreSQL can still increment, so that others are
 * refused as invalid input.
 */
export const versionInput = z.int().min(0).max(2_147_483_646)
