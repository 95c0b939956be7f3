import { stateOf } from '#approval/state-codes.ts'
import type { DocumentStatus } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'

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

type InitiatorAction = 'urge' | 'revoke' | 'edit' | 'resubmit'

/** The initiator's actions on a row, by the state; the engine is asked when one is chosen (docs/decisions/0070-rows-offer-by-state.md). */
const initiatorActions: Readonly<Record<DocumentStatus, readonly InitiatorAction[]>> = {
  inApproval: ['urge', 'revoke', 'edit'],
  refused: ['resubmit'],
  completed: [],
  voided: ['resubmit'],
  revoked: ['resubmit'],
}

/** The same where the form lets its documents be taken back after their end. */
const initiatorActionsAfterEnd: typeof initiatorActions = {
  ...initiatorActions,
  refused: ['resubmit', 'revoke'],
  completed: ['revoke', 'edit'],
  voided: ['resubmit', 'revoke'],
}

/** The actions that a row of a list offers to the document's initiator; those of any form until its own is here. */
export function rowActions(
  row: DocumentWithState & { readonly nodeId: string | null },
  { abortAfterCompletion }: Pick<Form, 'abortAfterCompletion'> = { abortAfterCompletion: false },
): readonly InitiatorAction[] {
  if (isReturnedAt(row, row.nodeId)) return ['resubmit', 'revoke']
  const word = stateOf(row.state)
  return word === undefined ? [] : (abortAfterCompletion ? initiatorActionsAfterEnd : initiatorActions)[word]
}
