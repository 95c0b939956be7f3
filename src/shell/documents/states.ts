import { stateOf } from '#approval/state-codes.ts'
import type { DocumentStatus } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'

interface DocumentWithState {
  /** State, as its code on the wire. */
  readonly state: number
}

/** Returns whether a document is in one of these states. */
export function isIn(document: DocumentWithState, ...states: readonly DocumentStatus[]): boolean {
  const word = stateOf(document.state)
  return word !== undefined && states.includes(word)
}

/** Returns whether a document was returned for changes: in approval, waiting at its initiator. */
export const isReturnedAt = (document: DocumentWithState, node: string | null | undefined): boolean =>
  isIn(document, 'inApproval') && node === 'start'

type InitiatorAction = 'urge' | 'revoke' | 'edit' | 'resubmit'

/** The initiator's actions offered on a row, by state; checked by the engine when chosen (docs/decisions/0070-rows-offer-by-state.md). */
const initiatorActions: Readonly<Record<DocumentStatus, readonly InitiatorAction[]>> = {
  inApproval: ['urge', 'revoke', 'edit'],
  refused: ['resubmit'],
  completed: [],
  voided: ['resubmit'],
  revoked: ['resubmit'],
}

/** The initiator's actions, if the form allows revoking after completion. */
const initiatorActionsAfterEnd: typeof initiatorActions = {
  ...initiatorActions,
  refused: ['resubmit', 'revoke'],
  completed: ['revoke', 'edit'],
  voided: ['resubmit', 'revoke'],
}

/** The actions that a row offers to the initiator; before its form is loaded, those common to all forms. */
export function rowActions(
  row: DocumentWithState & { readonly nodeId: string | null },
  { abortAfterCompletion }: Pick<Form, 'abortAfterCompletion'> = { abortAfterCompletion: false },
): readonly InitiatorAction[] {
  if (isReturnedAt(row, row.nodeId)) return ['resubmit', 'revoke']
  const word = stateOf(row.state)
  return word === undefined ? [] : (abortAfterCompletion ? initiatorActionsAfterEnd : initiatorActions)[word]
}
