import type { DocumentStatus } from '#approval/types.ts'
import type { ApprovalMode } from '#kernel/flow.ts'

/** The numeric codes of the wire exist here only; inside are words. */
export const stateCodes: Readonly<Record<DocumentStatus, number>> = {
  inApproval: 1,
  refused: 2,
  completed: 4,
  voided: 5,
  revoked: 12,
}

const states = new Map(Object.entries(stateCodes).map(([word, code]) => [code, word as DocumentStatus]))

/** The word of a code; undefined for a number that is none. */
export const stateOf = (code: number): DocumentStatus | undefined => states.get(code)

/** 0 start, 1 approval, 3 CC, -1 end. */
export const nodeTypes = { start: 0, approve: 1, copy: 3, end: -1 } as const

/** 1 all `+`, 2 any `/`, 3 sequential `>`; a percentage is shown as all. */
export function modeCode(mode: ApprovalMode): 1 | 2 | 3 {
  if (mode === 'any') return 2
  return mode === 'sequential' ? 3 : 1
}

/** The route that shows a document of a type. */
export const detailRoute = (type: string) => `${type}Detail`
