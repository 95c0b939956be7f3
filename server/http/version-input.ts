import { z } from 'zod'

/**
 * A version or revision of a record as callers send it back: from 0 up to the largest that the database can still count on from, so that
 * one out of range is refused as input.
 */
export const versionInput = z.int().min(0).max(2_147_483_646)
