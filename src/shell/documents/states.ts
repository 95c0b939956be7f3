import { stateOf } from '#approval/state-codes.ts'
import type { DocumentStatus } from '#approval/types.ts'

interface DocumentWithState {
  /** Its number on the wire. */
  readonly state: number
}

/** Returns whether a document is in one of these states. */
export function isIn(document: DocumentWithState, ...states: readonly DocumentStatus[]): boolean {
  const word = stateOf(document.state)
  return word !== undefined && states.includes(word)
}

/** Returned for change: in approval, waiting at its initiator. */
export const isReturnedAt = (document: DocumentWithState, node: string | null | undefined): boolean =>
  isIn(document, 'inApproval') && node === 'start'

/** The initiator's actions on a row, by the state; the engine is asked when one is chosen (docs/decisions/0070-rows-offer-by-state.md). */
const initiatorActions = {
  inApproval: ['urge', 'revoke', 'edit'],
  refused: ['resubmit'],
  completed: [],
  voided: [],
  revoked: ['resubmit'],
} as const satisfies Readonly<Record<DocumentStatus, readonly string[]>>

/** The actions that a row of a list offers to the document's initiator. */
export function rowActions(
  row: DocumentWithState & { readonly nodeId: string | null },
): readonly ('urge' | 'revoke' | 'edit' | 'resubmit')[] {
  if (isReturnedAt(row, row.nodeId)) return ['resubmit', 'revoke']
  const word = stateOf(row.state)
  return word === undefined ? [] : initiatorActions[word]
}
