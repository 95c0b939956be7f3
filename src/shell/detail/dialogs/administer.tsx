import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useHttp } from '#shell/backend.ts'
import type { DialogProps } from './dialog-props.ts'
import { useDetailText } from '../text.ts'
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { OutcomeNotice } from './endings.tsx'
import { NodeRows } from './NodeRows.tsx'
import { PeopleField } from './people/PeopleField.tsx'
import { useOnePerson } from './people/use-one-person.ts'
import { type Problems, useProblems } from './problems.ts'

/** A workflow administrator gives an open task to someone else. */
export function ReassignDialog({ context, onClose }: DialogProps) {
  const { t } = useDetailText()
  const repair = useRepair(context.document)
  const excluded = context.document.runningTasks?.find(({ taskId }) => taskId === repair.task)?.excludedAssignees
  const one = useOnePerson({ mayBeSelf: true, excluded })
  const { problems } = repair
  const send = async () => {
    if (problems.show({ ...repair.missing(), assignee: one.problem() })) return
    await context.call('/workflow/admin/reassign', { taskId: repair.task, assignee: one.people[0], comment: repair.comment }, 'reload')
    onClose()
  }
  return (
    <Repair context={context} title={t('reassign')} okText={t('confirmReassign')} repair={repair} onClose={onClose} onConfirm={send}>
      <Tasks document={context.document} repair={repair} />
      <PeopleField label={t('reassignTo')} people={one.people} problem={problems.at.assignee}
        onChange={(picked) => problems.show({ assignee: one.take(picked) })} />
    </Repair>
  )
}

/** A workflow administrator takes the document over the node of a task. */
export function SkipDialog({ context, onClose }: DialogProps) {
  const { t } = useDetailText()
  const repair = useRepair(context.document)
  const send = async () => {
    if (repair.problems.show(repair.missing())) return
    await context.call('/workflow/admin/skip', { taskId: repair.task, comment: repair.comment }, 'reload')
    onClose()
  }
  return (
    <Repair context={context} title={t('skip')} okText={t('confirmSkip')} isDanger repair={repair} onClose={onClose} onConfirm={send}
      consequence={t('afterSkip')}
    >
      <Tasks document={context.document} repair={repair} />
    </Repair>
  )
}

interface JumpTarget {
  readonly activityId: string
  readonly name: string
  readonly nameEn: string
}

/** A workflow administrator moves the document to another node, forward or back. */
export function JumpDialog({ context, onClose }: DialogProps) {
  const { t, label } = useDetailText()
  const http = useHttp()
  const { procInstId, businessType, revision } = context.document
  const repair = useRepair(context.document)
  const [target, setTarget] = useState<string>()
  const targets = useQuery({
    queryKey: ['document', businessType, procInstId, 'jumps', revision],
    queryFn: ({ signal }) =>
      http.get<readonly JumpTarget[]>(`/workflow/admin/jumpList/${encodeURIComponent(procInstId)}`, undefined, { signal, quiet: true }),
  }).data
  const rows = (targets ?? []).map(({ activityId, name, nameEn }) => ({ id: activityId, title: label({ cn: name, en: nameEn }) }))
  const send = async () => {
    const { comment } = repair.missing()
    if (repair.problems.show({ comment, targetNodeId: target === undefined && t('chooseNode') })) return
    await context.call('/workflow/admin/jump', { targetNodeId: target, comment: repair.comment }, 'reload')
    onClose()
  }
  return (
    <Repair context={context} title={t('jump')} okText={t('confirmJump')} isDanger repair={repair} onClose={onClose} onConfirm={send}
      consequence={t('afterJump')}
    >
      <NodeRows label={t('jumpTo')} rows={rows} value={target} problem={repair.problems.at.targetNodeId} onChange={setTarget} />
    </Repair>
  )
}

/** A workflow administrator ends the document as refused. */
export function ForceEndDialog({ context, onClose }: DialogProps) {
  const { t } = useDetailText()
  const repair = useRepair(context.document)
  const send = async () => {
    const { comment } = repair.missing()
    if (repair.problems.show({ comment })) return
    await context.call('/workflow/admin/forceEnd', { comment: repair.comment }, 'reload')
    onClose()
  }
  return (
    <Repair context={context} title={t('forceEnd')} okText={t('confirmForceEnd')} isDanger repair={repair} onClose={onClose}
      onConfirm={send} consequence={<OutcomeNotice context={context} text={t('afterRefuse')} />} />
  )
}

interface RepairForm {
  readonly task: string | undefined
  setTask(id: string): void
  readonly comment: string
  setComment(text: string): void
  readonly problems: Problems<'taskId' | 'assignee' | 'comment' | 'targetNodeId'>
  missing(): { readonly comment: string | false; readonly taskId: string | false }
}

/** The inputs that every repair asks for: why, and mostly which task; the only one is chosen already. */
function useRepair({ runningTasks = [] }: FiledDocument): RepairForm {
  const { t } = useDetailText()
  const [task, setTask] = useState(runningTasks.length === 1 ? runningTasks[0]?.taskId : undefined)
  const [comment, setComment] = useState('')
  const problems = useProblems('taskId', 'assignee', 'comment', 'targetNodeId')
  const missing = () => ({ comment: comment.trim() === '' && t('reasonNeeded'), taskId: task === undefined && t('chooseTask') })
  return { task, setTask, comment, setComment, problems, missing }
}

interface RepairProps extends Omit<ActionDialogProps, 'onFailure'> {
  readonly repair: RepairForm
  readonly children?: ReactNode
}

function Repair({ repair, children, ...dialog }: RepairProps) {
  const { t } = useDetailText()
  return (
    <ActionDialog {...dialog} note={t('asAdministrator')} onFailure={repair.problems.place}>
      {children}
      <CommentField label={t('reason')} isRequired value={repair.comment} problem={repair.problems.at.comment} onChange={(text) => {
        repair.setComment(text)
        repair.problems.clear('comment')
      }} />
    </ActionDialog>
  )
}

function Tasks({ document: { runningTasks = [] }, repair }: { document: FiledDocument; repair: RepairForm }) {
  const { t, label } = useDetailText()
  const rows = runningTasks.map(({ taskId, nodeName, nodeNameEn, person, dueTime }) => ({
    id: taskId,
    title: label({ cn: nodeName, en: nodeNameEn }),
    people: [person],
    ...(dueTime !== null && { aside: t('due', { time: dueTime.slice(5, 16) }) }),
  }))
  return <NodeRows label={t('task')} rows={rows} value={repair.task} problem={repair.problems.at.taskId} onChange={repair.setTask} />
}
