import type { Dictionary } from '../../../src/kernel/plugin.ts'

/** What the forms of applications for expenses choose from. */
export const applications: readonly Dictionary[] = []
