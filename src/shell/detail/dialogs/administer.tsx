import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Intervention } from '#approval/interventions.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Confirmation } from '#approval/wire/intervention.ts'
import type { NamedPerson } from '#approval/wire/person.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { DialogProps } from './dialog-props.ts'
import { useDetailText } from '../texts.ts'
import { ActionDialog, type ActionDialogProps, type Problems, useProblems } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { OutcomeNotice } from './endings.tsx'
import { NodeRows } from './ReturnDialog.tsx'
import { PeopleField, useOnePerson } from './people/PeopleField.tsx'

/** The dialog for reassigning an open task, for workflow administrators. */
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

/** The dialog for skipping the node of a task, for workflow administrators. */
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

/** The dialog for moving the document to another node, for workflow administrators. */
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

/** The dialog for ending the document as refused, for workflow administrators. */
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

/** The dialog for voiding a document. Where it needs a second person, a reason is required and it is only proposed. */
export function VoidDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const { confirmation, taskId } = context.document
  const repair = useRepair(context)
  const send = async () => {
    const { comment } = repair.missing()
    if (confirmation && repair.problems.show({ comment })) return
    await repair.send('void', { taskId })
    onClose()
  }
  return (
    <ActionDialog context={context} title={any('approval.confirmVoid')} okText={confirmation ? t('propose') : t('confirmVoid')} isDanger
      onClose={onClose} onConfirm={send} onFailure={repair.problems.place}
      consequence={<OutcomeNotice context={context} text={t('afterVoid')} />}
    >
      {confirmation && <SecondPerson confirmation={confirmation} />}
      <Why repair={repair} isRequired={confirmation !== null} />
    </ActionDialog>
  )
}

interface RepairForm {
  readonly task: string | undefined
  setTask(id: string): void
  readonly comment: string
  setComment(text: string): void
  readonly problems: Problems<'taskId' | 'assignee' | 'comment' | 'targetNodeId'>
  missing(): { readonly comment: string | false; readonly taskId: string | false }
  /** Carries out the intervention, or proposes it where a second person has to confirm. @throws HttpFailure */
  send(move: Intervention, body: Readonly<Record<string, unknown>>): Promise<void>
}

/** The inputs common to interventions: reason and task; a single task is preselected. */
function useRepair({ call, document: { runningTasks = [], confirmation } }: ActionContext): RepairForm {
  const { t } = useDetailText()
  const { reactions } = useBackend()
  const [task, setTask] = useState(runningTasks.length === 1 ? runningTasks[0]?.taskId : undefined)
  const [comment, setComment] = useState('')
  const problems = useProblems('taskId', 'assignee', 'comment', 'targetNodeId')
  const missing = () => ({ comment: comment.trim() === '' && t('reasonNeeded'), taskId: task === undefined && t('chooseTask') })
  const send = async (move: Intervention, body: Readonly<Record<string, unknown>>) => {
    const path = move === 'void' ? '/workflow/abandoned' : `/workflow/admin/${move}`
    const outcome = await call(path, { ...body, comment }, 'reload')
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
      <Why repair={repair} isRequired />
    </ActionDialog>
  )
}

function Why({ repair, isRequired }: { readonly repair: RepairForm; readonly isRequired: boolean }) {
  const { t } = useDetailText()
  return (
    <CommentField label={t('reason')} isRequired={isRequired} value={repair.comment} problem={repair.problems.at.comment}
      onChange={(text) => {
        repair.setComment(text)
        repair.problems.clear('comment')
      }} />
  )
}

/** A notice that another person has to confirm, and who can. */
function SecondPerson({ confirmation: { confirmers, candidates } }: { readonly confirmation: Confirmation }) {
  const { t, any, name } = useDetailText()
  const names = (people: readonly NamedPerson[]) => people.map((each) => name(each.name)).join(any('list.comma'))
  const who = candidates.length > 0 ? t('secondNobody', { names: names(candidates) }) : t('secondNobodyAtAll')
  return (
    <div className={confirmers.length > 0
      ? 'oa-form-banner row on-accent round-6 wrap between pad-8-12'
      : 'oa-form-banner is-wrong row on-accent round-6 wrap between pad-8-12'} role="note"
    >
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
