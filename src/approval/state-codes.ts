import type { DocumentStatus } from './types.ts'

/** The numbers of states on the wire; inside of server and pages are words. */
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
