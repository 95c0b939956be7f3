import { type ReactNode, useId, useState } from 'react'
import { AttachmentInput } from '#fields/files/renderer.tsx'
import { isIn } from '#shell/documents/states.ts'
import { DocumentBlock } from '#shell/parts/document/slots.tsx'
import { isReturned } from '../document.ts'
import type { DialogProps } from './dialog-props.ts'
import type { ActionContext } from '../actions/action-context.ts'
import { useDetailText } from '../texts.ts'
import { ActionDialog, useProblems } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'

/** The dialog for refusing, which ends the document. */
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
 * The dialog for revoking. A document that waits at its initiator then continues in its form; any other is shown as revoked and can be
 * resubmitted.
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

/** The files of a dialog, and the message while uploads are running. */
export function useFiles() {
  const { t } = useDetailText()
  const [value, set] = useState<readonly string[]>([])
  const [isSending, setIsSending] = useState(false)
  return { files: { value, set, setIsSending }, sending: isSending ? t('uploadRunning') : undefined }
}

/** The dialog for editing a running document: revokes it and opens its form. */
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

/** Describes the consequences of ending a document, including those for modules. */
export const OutcomeNotice = ({ context: { document }, text }: { context: ActionContext; text: string }): ReactNode => (
  <>
    {text}
    {isIn(document, 'inApproval', 'completed') && <DocumentBlock part="ending" />}
  </>
)

const field = { kind: 'attachment', cn: '附件', en: 'Attachments', max: 100 } as const

interface FilesFieldProps {
  readonly files: readonly string[]
  onChange(files: readonly string[]): void
  /** Called when uploads start and end; the dialog cannot be sent in between. */
  onSending(isSending: boolean): void
}

/** An input for attachments of an action. */
export function FilesField({ files, onChange, onSending }: FilesFieldProps) {
  const { label } = useDetailText()
  const id = useId()
  return (
    <div className="oa-field column">
      <label className="oa-field-label" htmlFor={id}>{label(field)}</label>
      <AttachmentInput id={id} field={field} value={files} context={{}} onChange={(ids) => onChange(ids as string[])}
        onSending={onSending} />
    </div>
  )
}
