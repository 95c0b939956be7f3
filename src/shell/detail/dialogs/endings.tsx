import { useState, type ReactNode } from 'react'
import { isReturned } from '../document.ts'
import { isIn } from '#shell/documents/states.ts'
import { DocumentBlock } from '#shell/parts/document/DocumentBlock.tsx'
import type { DialogProps } from './dialog-props.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useDetailText } from '../text.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { FilesField } from './FilesField.tsx'
import { useProblems } from './problems.ts'

/** Refuses: the document ends here. */
export function RefuseDialog({ context, onClose }: DialogProps) {
  const { t } = useDetailText()
  const [comment, setComment] = useState('')
  const problems = useProblems('comment')
  return (
    <ActionDialog context={context} title={t('refuseTitle')} note={context.document.currentTask?.name} okText={t('confirmRefuse')} isDanger
      onClose={onClose} onFailure={problems.place} consequence={<OutcomeNotice context={context} text={t('afterRefuse')} />}
      onConfirm={() =>
        context.call('/workflow/refuse', { taskId: context.document.taskId, comment }, { said: 'decided.refuse' }).then(onClose)}
    >
      <CommentField label={t('reason')} value={comment} problem={problems.at.comment} onChange={setComment} />
    </ActionDialog>
  )
}

/**
 * Takes the document back. One that waits at its initiator for change goes on in its form; any other is shown as
 * revoked, with the way to file it again.
 */
export function RevokeDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const [comment, setComment] = useState('')
  const { files, sending } = useFiles()
  const problems = useProblems('comment')
  const question = any(isIn(context.document, 'inApproval') ? 'approval.confirmWithdraw' : 'approval.confirmRevoke')
  const revoke = async () => {
    const isAtStart = isReturned(context.document)
    const outcome = await context.call('/workflow/abort', { comment, attachmentList: files.value }, 'reload')
    onClose()
    if (isAtStart && outcome === 'done') context.openForm()
  }
  return (
    <ActionDialog context={context} title={question} okText={t('confirmRevoke')} isDanger hindrance={sending} onClose={onClose}
      onConfirm={revoke} onFailure={problems.place} consequence={<OutcomeNotice context={context} text={t('afterRevoke')} />}
    >
      <CommentField label={t('undoReason')} value={comment} problem={problems.at.comment} onChange={setComment} />
      <FilesField files={files.value} onChange={files.set} onSending={files.setIsSending} />
    </ActionDialog>
  )
}

/** Files of a dialog, and why it has to wait for them. */
export function useFiles() {
  const { t } = useDetailText()
  const [value, set] = useState<readonly string[]>([])
  const [isSending, setIsSending] = useState(false)
  return { files: { value, set, setIsSending }, sending: isSending ? t('uploadRunning') : undefined }
}

/** Changing a running document revokes it; then its form opens. */
export function EditDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const edit = async () => {
    const outcome = await context.call('/workflow/abortUpdate', { businessKey: context.document.businessKey }, 'reload')
    onClose()
    if (outcome === 'done') context.openForm()
  }
  return (
    <ActionDialog context={context} title={t('editTitle')} okText={t('confirmEdit')} isDanger onClose={onClose} onConfirm={edit}
      consequence={<OutcomeNotice context={context} text={any('approval.confirmEdit')} />} />
  )
}

/** Tells what follows, and what modules say follows when a document in force ends. */
export const OutcomeNotice = ({ context: { document }, text }: { context: ActionContext; text: string }): ReactNode => (
  <>
    {text}
    {isIn(document, 'inApproval', 'completed') && <DocumentBlock part="ending" />}
  </>
)
