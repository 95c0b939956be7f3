import { Button } from 'antd'
import { isFailure } from '#providers/failure.ts'
import { useBackend } from '../../backend.ts'
import { useCommand } from '../../command/use-command.ts'
import { foundBy, placeRefusal, useConfirmations } from '../../form/use-submit.tsx'
import { usePart } from '../../form/store/use-store.ts'
import { openValues, type ActionContext } from './action-context.ts'
import { useDetailText } from '../text.ts'

/**
 * Sends what the reader has written into a completed document, and offers what else they may write until something is typed; what is wrong
 * is said at its fields.
 */
export function FollowUpButton({ context }: { context: ActionContext }) {
  const { document: { followUp, followUps = [] }, store } = context
  const isTouched = usePart(({ changes }) => changes > 0)
  const { t, label } = useDetailText()
  const { reactions } = useBackend()
  const confirm = useConfirmations()
  const { run, isPending } = useCommand({
    unexplained: t('notDone'),
    refused: (error) => {
      reactions.notify({ kind: 'warning', text: isFailure(error) ? error.message : t('notDone') })
      return placeRefusal(store, error)
    },
  })
  if (!followUp) return null

  const send = (confirmed: readonly string[]) =>
    run(
      () => context.call('/workflow/followUp', { followUp: followUp.id, business: openValues(store), confirmed }, 'reload'),
      { success: t('followedUp') },
    )
  const check = async () => {
    store.flush()
    const found = foundBy(store)
    if (found.some(({ level }) => level === 'block')) return store.refuse([])
    const confirmed = await confirm(store, found.filter(({ level }) => level === 'confirm'))
    if (confirmed) await send(confirmed)
  }
  const others = isTouched ? [] : followUps.filter(({ id }) => id !== followUp.id)
  return (
    <>
      {others.map((other) => (
        <Button key={other.id} className="oa-bar-worded" onClick={() => context.chooseFollowUp(other.id)}>{label(other)}…</Button>
      ))}
      <Button type="primary" className="oa-bar-worded" loading={isPending} onClick={() => void check()}>{label(followUp)}</Button>
    </>
  )
}
