import { useState, type ReactNode } from 'react'
import { Money } from '../../parts/Money.tsx'
import type { DialogProps } from '../actions.tsx'
import type { Doing } from '../doing.ts'
import { useDetailText } from '../text.ts'
import { ActionDialog, CommentField } from './ActionDialog.tsx'

/** Refuses: the document ends here. */
export function RefuseDialog({ doing, onClose }: DialogProps) {
  const { t } = useDetailText()
  const [comment, setComment] = useState('')
  return (
    <ActionDialog doing={doing} title={t('refuse')} note={doing.document.currentTask?.name} okText={t('confirmRefuse')} isDanger onClose={onClose}
      consequence={<Consequence doing={doing} text={t('afterRefuse')} />}
      onConfirm={() => doing.call('/workflow/refuse', { taskId: doing.document.taskId, comment }, 'leave').then(onClose)}>
      <CommentField label={t('reason')} value={comment} onChange={setComment} />
    </ActionDialog>
  )
}

/** Takes the document back; the page then shows it as revoked, with the way to file it again. */
export function RevokeDialog({ doing, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const [comment, setComment] = useState('')
  const question = any(doing.document.state === 1 ? 'approval.confirmWithdraw' : 'approval.confirmRevoke')
  return (
    <ActionDialog doing={doing} title={question} okText={t('confirmRevoke')} isDanger onClose={onClose} consequence={<Consequence doing={doing} text={t('afterRevoke')} />}
      onConfirm={() => doing.call('/workflow/abort', { comment }, 'reload').then(onClose)}>
      <CommentField label={t('undoReason')} value={comment} onChange={setComment} />
    </ActionDialog>
  )
}

export function VoidDialog({ doing, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const [comment, setComment] = useState('')
  return (
    <ActionDialog doing={doing} title={any('approval.confirmVoid')} okText={t('confirmVoid')} isDanger onClose={onClose} consequence={<Consequence doing={doing} text={t('afterVoid')} />}
      onConfirm={() => doing.call('/workflow/abandoned', { comment, taskId: doing.document.taskId }, 'reload').then(onClose)}>
      <CommentField label={t('reason')} value={comment} onChange={setComment} />
    </ActionDialog>
  )
}

/** Changing a running document revokes it; then its form opens. */
export function EditDialog({ doing, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const edit = async () => {
    const outcome = await doing.call('/workflow/abortUpdate', { businessKey: doing.document.businessKey }, 'reload')
    onClose()
    if (outcome === 'done') doing.openForm()
  }
  return (
    <ActionDialog doing={doing} title={t('edit')} okText={t('confirmEdit')} isDanger onClose={onClose} onConfirm={edit}
      consequence={<Consequence doing={doing} text={any('approval.confirmEdit')} />} />
  )
}

/** What follows, and what the budget gets back. */
function Consequence({ doing: { form, document, store }, text }: { doing: Doing; text: string }): ReactNode {
  const { t, locale } = useDetailText()
  const amount = store.value[form.amount ?? '']
  const isHeld = form.budget !== undefined && [1, 4].includes(document.state)
  if (!isHeld || typeof amount !== 'string') return text
  const [before = '', after = ''] = t('budgetReleased', { amount: '|' }).split('|')
  return <>{text}{locale === 'cn' ? '，' : '; '}{before}<Money value={amount} />{after}</>
}
