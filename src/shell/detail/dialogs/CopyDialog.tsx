import { useId, useState } from 'react'
import { ReferencePicker } from '../../../fields/references/ReferencePicker.tsx'
import type { DialogProps } from '../actions.tsx'
import { useDetailText } from '../text.ts'
import { ActionDialog, CommentField } from './ActionDialog.tsx'

const people = { kind: 'people', cn: '抄送给', en: 'CC to', required: true, max: 50 } as const

/** Lets others read the document. */
export function CopyDialog({ doing, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const [ids, setIds] = useState<readonly string[]>([])
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const copy = async () => {
    if (ids.length === 0) return setProblem(any('approval.choosePeople'))
    await doing.call('/workflow/wf/processInstance/cc/add', { comment, userIds: ids }, 'keep')
    onClose()
  }
  return (
    <ActionDialog doing={doing} title={t('copy')} okText={t('confirmCopy')} onClose={onClose} onConfirm={copy}>
      <div className="oa-field">
        <label className="oa-field-label" htmlFor={id}>{t('copyPeople')}<span className="oa-star" aria-hidden>*</span></label>
        <ReferencePicker id={id} isMany field={people} value={ids} context={{}} status={problem ? 'error' : undefined} aria-required aria-describedby={problem ? `${id}-note` : undefined}
          onChange={(picked) => {
            setIds(picked as string[])
            setProblem(undefined)
          }} />
        {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
      </div>
      <CommentField label={t('copyNote')} value={comment} onChange={setComment} />
    </ActionDialog>
  )
}
