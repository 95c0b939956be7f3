import { useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { useTaskDraft } from '../task-draft.tsx'
import { useDetailText } from '../text.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { useNodeForm } from './node-form.ts'
import { PeopleField } from './people/PeopleField.tsx'
import { useOnePerson } from './people/use-one-person.ts'
import { useProblems } from './problems.ts'

/** The dialog for transferring the task to another person; an explanation already entered is sent along. */
export function TransferDialog({ context, onClose }: DialogProps) {
  const { t, label } = useDetailText()
  const { document } = context
  const { draft: { explanation }, change, forget } = useTaskDraft()
  const explains = useNodeForm(document)?.explains
  const one = useOnePerson({ mayBeSelf: false, excluded: document.excludedAssignees })
  const [comment, setComment] = useState('')
  const problems = useProblems('assignee', 'comment', 'explainDtoList')
  const send = async () => {
    if (problems.show({ assignee: one.problem() })) return
    const isExplained = explains && explanation.trim() !== ''
      ? [{ nodeId: document.nodeId, explain: explanation.trim(), explainType: explains.key }]
      : []
    const body = { taskId: document.taskId, assignee: one.people[0], comment,
      ...(isExplained.length > 0 && { properties: { explainDtoList: isExplained } }) }
    if ((await context.call('/workflow/transfer', body, { said: 'decided.transfer' })) === 'done') forget()
    onClose()
  }
  return (
    <ActionDialog context={context} title={t('transfer')} note={document.currentTask?.name} okText={t('confirmTransfer')} onClose={onClose}
      onConfirm={send} onFailure={problems.place} consequence={t('afterTransfer')}
    >
      <PeopleField label={t('transferee')} people={one.people} problem={problems.at.assignee}
        onChange={(picked) => problems.show({ assignee: one.take(picked) })} />
      <CommentField label={t('copyNote')} value={comment} problem={problems.at.comment} onChange={setComment} />
      {explains && (
        <CommentField label={label(explains)} note={t('goesAlong')} max={1000} value={explanation} problem={problems.at.explainDtoList}
          onChange={(text) => change({ explanation: text })} />
      )}
    </ActionDialog>
  )
}
