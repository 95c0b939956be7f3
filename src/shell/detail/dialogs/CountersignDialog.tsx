import { Radio } from 'antd'
import { useId, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { signOf } from '#shell/form/preview/path.ts'
import { usePeople } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import type { DialogProps } from './dialog-props.ts'
import { radioGroup } from '../radio-group.ts'
import { useDetailText } from '../text.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CommentField } from './CommentField.tsx'
import { useFiles, FilesField } from './endings.tsx'
import { PeopleField } from './people/PeopleField.tsx'
import { useOwnDocument } from './people/use-own-document.ts'
import { useProblems } from './problems.ts'

/** Maximum number of people added at once. */
const most = 20
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
    if (picked.length > most) return any('approval.tooMany', { n: most })
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
      <PeopleField label={t('countersigners')} note={t('upTo', { n: most })} people={people} problem={problems.at.assigneeList}
        onChange={(picked) => {
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
    <div className="oa-field">
      <span className="oa-field-label" id={id}>{t('order')}</span>
      {mode === inOrder ?
        (
          <Radio.Group {...radioGroup} aria-labelledby={id} value={order} onChange={({ target }) => onChange(Number(target.value))}
            options={[{ value: orders.sequence, label: t('orderSequence') }, { value: orders.any, label: t('orderAny') }]} />
        ) :
        <span>{t('orderAny')}{mode === everyone && <span className="oa-dialog-note">{any('approval.sequenceOnAll')}</span>}</span>}
      {people.length > 1 && <span className="oa-dialog-order">{names}</span>}
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
