import type { Dictionary } from '../../../src/kernel/plugin.ts'

/** What the forms of payments and claims of quality choose from. */
export const payments: readonly Dictionary[] = []
