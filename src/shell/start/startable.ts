import type { ProcessSummary } from './answers.ts'

/** Returns whether the flow of a type lets the person start documents. */
export const isStartable = (processes: readonly ProcessSummary[], businessType: string): boolean =>
  processes.find((each) => each.businessType === businessType)?.startable !== false
