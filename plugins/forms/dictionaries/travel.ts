import type { Dictionary } from '../../../src/kernel/plugin.ts'

/** What the forms of travel and cars choose from. */
export const travel: readonly Dictionary[] = []
