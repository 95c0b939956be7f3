import { Radio } from 'antd'
import { useId, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { signOf } from '#shell/form/preview/NodeLine.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import type { DialogProps } from './dialog-props.ts'
import { CommentField, radioGroup } from './CommentField.tsx'
import { useDetailText } from '../texts.ts'
import { ActionDialog, useProblems } from './ActionDialog.tsx'
import { FilesField, useFiles } from './endings.tsx'
import { PeopleField, useOnePerson, useOwnDocument } from './people/PeopleField.tsx'
import { useTaskDraft } from '../task-draft.tsx'
import { useNodeForm } from './node-form.ts'
import { openValues } from '../actions/action-context.ts'

/** Maximum number of people added at once. */
const mostCountersigners = 20
/** Codes of the order on the wire. */
const orders = { sequence: 1, any: 2 } as const
const inOrder = 3
const everyone = 1

/** The dialog for a countersign: adds people who decide before the task returns to its holder. */
export function CountersignDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const { document } = context
  const present = usePresent(document)
  const ownDocument = useOwnDocument(document.excludedAssignees)
  const mode = runningNode(document)?.approvalTypeCode
  const [people, setPeople] = useState<readonly string[]>([])
  const [order, setOrder] = useState<number>(mode === inOrder ? orders.sequence : orders.any)
  const [comment, setComment] = useState('')
  const { files, sending } = useFiles()
  const problems = useProblems('assigneeList', 'orderType', 'comment')
  const wrong = (picked: readonly string[]) => {
    if (picked.length > mostCountersigners) return any('approval.tooMany', { n: mostCountersigners })
    if (picked.some((id) => present.has(id))) return any('approval.countersignPeople')
    return ownDocument(picked)
  }
  const send = async () => {
    if (problems.show({ assigneeList: people.length === 0 ? any('approval.countersignPeople') : wrong(people) })) return
    await context.call('/workflow/countersign', { taskId: document.taskId, orderType: order, assigneeList: people, comment,
      attachmentList: files.value }, { said: 'decided.countersign' })
    onClose()
  }
  return (
    <ActionDialog context={context} title={t('countersign')} note={document.currentTask?.name} okText={t('confirmCountersign')}
      hindrance={sending} onClose={onClose} onConfirm={send} onFailure={problems.place} consequence={t('afterCountersign')}
    >
      <PeopleField label={t('countersigners')} note={t('upTo', { n: mostCountersigners })} people={people}
        problem={problems.at.assigneeList} onChange={(picked) => {
        setPeople(picked)
        problems.show({ assigneeList: wrong(picked) })
      }} />
      <Order mode={mode} order={order} people={people} problem={problems.at.orderType} onChange={setOrder} />
      <CommentField label={t('copyNote')} value={comment} problem={problems.at.comment} onChange={setComment} />
      <FilesField files={files.value} onChange={files.set} onSending={files.setIsSending} />
    </ActionDialog>
  )
}

/** Ids of the task's holder, and of others with a task at this node. */
function usePresent(document: FiledDocument): ReadonlySet<string> {
  const user = useRead(reads.user)
  const others = runningNode(document)?.userList.map(({ id }) => id) ?? []
  return new Set([...(user ? [user.id] : []), ...others])
}

const runningNode = ({ nodeList, nodeId }: FiledDocument) => nodeList.find((node) => node.state === 'running' && node.nodeId === nodeId)

interface OrderProps {
  readonly mode: number | undefined
  readonly order: number
  readonly people: readonly string[]
  readonly problem: string | undefined
  onChange(order: number): void
}

/** The choice of the order: in sequence only if the node itself is sequential; otherwise the first pass suffices. */
function Order({ mode, order, people, problem, onChange }: OrderProps) {
  const { t, any, name } = useDetailText()
  const known = usePeople(people)
  const id = useId()
  const names = people.map((person) => name(known.get(person)?.name ?? '')).join(
    ` ${signOf(order === orders.sequence ? inOrder : orders.any)} `,
  )
  return (
    <div className="oa-field column">
      <span className="oa-field-label" id={id}>{t('order')}</span>
      {mode === inOrder ?
        (
          <Radio.Group {...radioGroup} aria-labelledby={id} value={order} onChange={({ target }) => onChange(Number(target.value))}
            options={[{ value: orders.sequence, label: t('orderSequence') }, { value: orders.any, label: t('orderAny') }]} />
        ) :
        (
          <span>
            {t('orderAny')}
            {mode === everyone && <span className="oa-dialog-note second small regular">{any('approval.sequenceOnAll')}</span>}
          </span>
        )}
      {people.length > 1 && <span className="second small">{names}</span>}
      {problem && <span className="oa-field-problem" role="alert">{problem}</span>}
    </div>
  )
}

/** The dialog for cancelling a countersign, while none of the added people has acted. */
export function CancelCountersignDialog({ context, onClose }: DialogProps) {
  const { t } = useDetailText()
  const [comment, setComment] = useState('')
  const problems = useProblems('comment')
  return (
    <ActionDialog context={context} title={t('cancelCountersignTitle')} okText={t('cancelCountersign')} isDanger onClose={onClose}
      consequence={t('afterCancelCountersign')} onFailure={problems.place} onConfirm={() =>
      context.call('/workflow/cancelCountersign', { taskId: context.document.suspendedTaskId, comment }, 'reload').then(onClose)}
    >
      <CommentField label={t('copyNote')} value={comment} problem={problems.at.comment} onChange={setComment} />
    </ActionDialog>
  )
}

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

/** Maximum number of people per copy. */
const mostCopies = 50

/** The dialog for sending copies of the document. */
export function CopyDialog({ context, onClose }: DialogProps) {
  const { t, any } = useDetailText()
  const [people, setPeople] = useState<readonly string[]>([])
  const [comment, setComment] = useState('')
  const problems = useProblems('userIds', 'comment')
  const copy = async () => {
    const problem = people.length === 0
      ? any('approval.choosePeople')
      : people.length > mostCopies && any('approval.tooMany', { n: mostCopies })
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
        <div className="oa-read-field narrow">
          <span className="oa-field-label">{t('hardEarlier')}</span>
          <p className="oa-dialog-quote anywhere">{earlier}</p>
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
