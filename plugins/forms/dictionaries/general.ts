import type { Dictionary } from '../../../src/kernel/plugin.ts'

/** What the forms of general administration choose from. */
export const general: readonly Dictionary[] = []
