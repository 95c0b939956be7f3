import type { ProcessSummary } from './answers.ts'

/** Returns whether the flow of a type allows the person to start documents. */
export const isStartable = (processes: readonly ProcessSummary[], businessType: string): boolean =>
  processes.find((each) => each.businessType === businessType)?.startable !== false
