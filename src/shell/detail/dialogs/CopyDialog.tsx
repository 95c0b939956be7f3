import { useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { useDetailText } from '../text.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { PeopleField } from './people/PeopleField.tsx'
import { useProblems } from './problems.ts'

/** Maximum number of people per copy. */
const most = 50

/** The dialog for sending copies of the document. */
export function CopyDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const [people, setPeople] = useState<readonly string[]>([])
  const [comment, setComment] = useState('')
  const problems = useProblems('userIds', 'comment')
  const copy = async () => {
    const problem = people.length === 0 ? any('approval.choosePeople') : people.length > most && any('approval.tooMany', { n: most })
    if (problems.show({ userIds: problem })) return
    await context.call('/workflow/wf/processInstance/cc/add', { comment, userIds: people }, 'keep')
    onClose()
  }
  return (
    <ActionDialog context={context} title={t('copy')} okText={t('confirmCopy')} onClose={onClose} onConfirm={copy}
      onFailure={problems.place}
    >
      <PeopleField label={t('copyPeople')} people={people} problem={problems.at.userIds} onChange={(picked) => {
        setPeople(picked)
        problems.clear('userIds')
      }} />
      <CommentField label={t('copyNote')} value={comment} problem={problems.at.comment} onChange={setComment} />
    </ActionDialog>
  )
}
