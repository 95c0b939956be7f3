import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Intervention } from '#approval/interventions.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Confirmation } from '#approval/wire/intervention.ts'
import type { NamedPerson } from '#approval/wire/person.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import type { ActionContext } from '../actions/action-context.ts'
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
  const repair = useRepair(context)
  const excluded = context.document.runningTasks?.find(({ taskId }) => taskId === repair.task)?.excludedAssignees
  const one = useOnePerson({ mayBeSelf: true, excluded })
  const { problems } = repair
  const send = async () => {
    if (problems.show({ ...repair.missing(), assignee: one.problem() })) return
    await repair.send('reassign', { taskId: repair.task, assignee: one.people[0] })
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
  const repair = useRepair(context)
  const send = async () => {
    if (repair.problems.show(repair.missing())) return
    await repair.send('skip', { taskId: repair.task })
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
  const repair = useRepair(context)
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
    await repair.send('jump', { targetNodeId: target })
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
  const repair = useRepair(context)
  const send = async () => {
    const { comment } = repair.missing()
    if (repair.problems.show({ comment })) return
    await repair.send('forceEnd', {})
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
  /** Does it, or proposes it where a second person has to confirm it. @throws HttpFailure */
  send(move: Intervention, body: Readonly<Record<string, unknown>>): Promise<void>
}

/** The inputs that every repair asks for: why, and mostly which task; the only one is chosen already. */
function useRepair({ call, document: { runningTasks = [], confirmation } }: ActionContext): RepairForm {
  const { t } = useDetailText()
  const { reactions } = useBackend()
  const [task, setTask] = useState(runningTasks.length === 1 ? runningTasks[0]?.taskId : undefined)
  const [comment, setComment] = useState('')
  const problems = useProblems('taskId', 'assignee', 'comment', 'targetNodeId')
  const missing = () => ({ comment: comment.trim() === '' && t('reasonNeeded'), taskId: task === undefined && t('chooseTask') })
  const send = async (move: Intervention, body: Readonly<Record<string, unknown>>) => {
    const outcome = await call(`/workflow/admin/${move}`, { ...body, comment }, 'reload')
    if (outcome === 'done' && confirmation) reactions.notify({ kind: 'success', text: t('proposed') })
  }
  return { task, setTask, comment, setComment, problems, missing, send }
}

interface RepairProps extends Omit<ActionDialogProps, 'onFailure'> {
  readonly repair: RepairForm
  readonly children?: ReactNode
}

function Repair({ repair, children, ...dialog }: RepairProps) {
  const { t } = useDetailText()
  const { confirmation } = dialog.context.document
  return (
    <ActionDialog {...dialog} note={t('asAdministrator')} okText={confirmation ? t('propose') : dialog.okText}
      onFailure={repair.problems.place}
    >
      {confirmation && <SecondPerson confirmation={confirmation} />}
      {children}
      <CommentField label={t('reason')} isRequired value={repair.comment} problem={repair.problems.at.comment} onChange={(text) => {
        repair.setComment(text)
        repair.problems.clear('comment')
      }} />
    </ActionDialog>
  )
}

/** Says beforehand that somebody else has to confirm, and who can. */
function SecondPerson({ confirmation: { confirmers, candidates } }: { readonly confirmation: Confirmation }) {
  const { t, any, name } = useDetailText()
  const names = (people: readonly NamedPerson[]) => people.map((each) => name(each.name)).join(any('list.comma'))
  const who = candidates.length > 0 ? t('secondNobody', { names: names(candidates) }) : t('secondNobodyAtAll')
  return (
    <div className={confirmers.length > 0 ? 'oa-form-banner' : 'oa-form-banner is-wrong'} role="note">
      <div>
        <strong>{t('needsSecond')}</strong>
        <div>{confirmers.length > 0 ? t('secondPeople', { names: names(confirmers) }) : who}</div>
      </div>
    </div>
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
