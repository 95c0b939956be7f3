import { useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { openValues } from '../actions/action-context.ts'
import { useTaskDraft } from '../task-draft.tsx'
import { useDetailText } from '../text.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { useNodeForm } from './node-form.ts'
import { useProblems } from './problems.ts'

const reasons = { one: 'hardToDecideOneReason', two: 'hardToDecideTwoReason' } as const

/** Maximum length of a reason, in characters. */
const longest = 1000

/** The dialog for referring the decision to the next approver, with the reason. */
export function HardDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const { document, store } = context
  const { forget } = useTaskDraft()
  const which = useNodeForm(document)?.hardToDecide ?? 'one'
  const [reason, setReason] = useState('')
  const [opinion, setOpinion] = useState('')
  const problems = useProblems('hardToDecideOneReason', 'hardToDecideTwoReason', 'reason', 'comment')
  const earlier = which === 'two' ? document.business[reasons.one] : undefined
  const send = async () => {
    const text = reason.trim()
    if (problems.show({ reason: (text === '' || text.length > longest) && any('approval.hardReason') })) return
    store.flush()
    const outcome = await context.call('/workflow/hardToDecide', { taskId: document.taskId,
      business: { ...openValues(store), [reasons[which]]: text }, ...(opinion.trim() !== '' && { comment: opinion.trim() }) }, {
      said: 'decided.other',
    })
    if (outcome === 'done') forget()
    onClose()
  }
  return (
    <ActionDialog context={context} title={t('hardToDecide')} note={document.currentTask?.name} okText={t('confirmHard')} onClose={onClose}
      onConfirm={send} onFailure={problems.place} consequence={t('afterHard')}
    >
      {typeof earlier === 'string' && earlier !== '' && (
        <div className="oa-read-field">
          <span className="oa-field-label">{t('hardEarlier')}</span>
          <p className="oa-dialog-quote">{earlier}</p>
        </div>
      )}
      <CommentField label={t('hardReason')} isRequired max={longest} value={reason}
        problem={problems.at.reason ?? problems.at[reasons[which]]} onChange={(text) => {
        setReason(text)
        problems.clear('reason')
      }} />
      <CommentField label={t('hardOpinion')} value={opinion} problem={problems.at.comment} onChange={setOpinion} />
    </ActionDialog>
  )
}
