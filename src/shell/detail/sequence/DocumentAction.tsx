import { useEffect, useRef, useState } from 'react'
import type { Action } from '#approval/types.ts'
import { useBackend } from '#shell/backend.ts'
import { actionPresentations, type ActionPresentation } from '../actions/actions.tsx'
import { type ActionContext, isLeaving } from '../actions/action-contract.ts'
import { useDetailText } from '../texts.ts'
import { OutsideDocument, type OutsideContext } from './OutsideDocument.tsx'
import { useSequenceText } from './texts.ts'

export interface DocumentActionProps extends OutsideContext {
  readonly action: Action
  /** Called when the server has accepted the decision. */
  onDecided?(): void
  onClose(): void
}

/** Runs an action on a document without opening its page: in a dialog over the list, or at once if it needs no input. */
export function DocumentAction({ action, onDecided, onClose, ...outside }: DocumentActionProps) {
  return (
    <OutsideDocument {...outside} isFixed onMoved={onClose} renderFailure={(error) => <Failed error={error} onClose={onClose} />}>
      {(context) => <ActionDialogs action={action} context={context} onDecided={onDecided} onClose={onClose} />}
    </OutsideDocument>
  )
}

interface ActionDialogsProps extends Pick<DocumentActionProps, 'action' | 'onClose'> {
  readonly context: ActionContext
  readonly onDecided: (() => void) | undefined
}

function ActionDialogs({ action, context: outside, onDecided, onClose }: ActionDialogsProps) {
  const { reactions } = useBackend()
  const { t } = useDetailText()
  const context: ActionContext = {
    ...outside,
    passLater(said) {
      outside.passLater(said)
      onDecided?.()
    },
    async call(path, body, after) {
      const outcome = await outside.call(path, body, after)
      if (outcome === 'done' && isLeaving(after)) {
        reactions.notify({ kind: 'success', text: t(after.said, { number: outside.document.businessNo }) })
        onDecided?.()
      }
      return outcome
    },
  }
  const sequence = useSequenceText()
  const look = lookOf(action)
  // initial value only: once the pass is queued the action is no longer offered, while the dialog is still closing
  const [isOffered] = useState(context.document.actions.includes(action))
  const Dialog = isOffered ? look?.Dialog : undefined
  useOnce(Dialog === undefined, () => {
    if (isOffered) look?.start?.(context)
    else reactions.notify({ kind: 'warning', text: sequence.t('notOffered', { action: look ? t(look.text) : action }) })
    onClose()
  })
  return Dialog ? <Dialog context={context} onClose={onClose} /> : null
}

function Failed({ error, onClose }: { error: Error; onClose(): void }) {
  const { reactions } = useBackend()
  useOnce(true, () => {
    reactions.notify({ kind: 'refused', text: error.message })
    onClose()
  })
  return null
}

/** Runs work once, in an effect after the first render in which it is due. */
function useOnce(isDue: boolean, work: () => void): void {
  const isDone = useRef(false)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!isDue || isDone.current) return
    isDone.current = true
    latest.current()
  }, [isDue])
}

/** The presentation of an action; if there are several, the one with a keyboard shortcut. */
const lookOf = (action: Action): ActionPresentation | undefined =>
  actionPresentations.find(({ name, key }) => name === action && key !== undefined) ??
    actionPresentations.find(({ name }) => name === action)
