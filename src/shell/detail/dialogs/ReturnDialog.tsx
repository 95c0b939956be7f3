import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { NamedPerson } from '#approval/wire/person.ts'
import { startNode } from '#approval/types.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Person } from '#shell/parts/Person.tsx'
import type { DialogProps } from './dialog-props.ts'
import { CommentField, radioGroup, Star } from './CommentField.tsx'
import { useDetailText } from '../texts.ts'
import { ActionDialog, useProblems } from './ActionDialog.tsx'

type Resume = 'direct' | 'sequential'
type Known = readonly ReturnTarget[] | undefined

/** A node to which the document can be returned. */
interface ReturnTarget {
  readonly activityId: string
  readonly name: string
  readonly nameEn: string
  readonly userList: readonly NamedPerson[]
  readonly endTime: string | null
  /** It was already returned there in this round. */
  readonly again: boolean
  /** The flow's resume mode; direct: back to this node at once, if no decisive field has changed. */
  readonly resume?: Resume
  /** The people who decide again in sequential mode: everybody, or those who were shown a changed field. */
  readonly asks?: 'changed' | 'everybody'
  /** Whether a direct resume at this node is possible. */
  readonly canResumeDirectly?: boolean
}

/** The dialog for returning the document to an earlier node or to its initiator. */
export const ReturnDialog = (props: DialogProps) => <Returning {...props} />

/** The dialog for returning the document to its initiator, without a choice of nodes. */
export const ReturnToApplicantDialog = (props: DialogProps) => <Returning {...props} target={startNode} />

function Returning({ context, onClose, target: fixed }: DialogProps & { target?: string }) {
  const { t, any } = useDetailText()
  const { document } = context
  const { data: targets, refetch } = useTargets(document)
  const [picked, setPicked] = useState(fixed)
  const chosen = picked ?? likeliest(targets)
  const [comment, setComment] = useState('')
  const problems = useProblems('desNodeId', 'comment', 'resume')
  const target = targets?.find(({ activityId }) => activityId === chosen)
  const { resume, resumeAt, setResume } = useResume(target)
  const missing = (known: Known, to: string | undefined) => {
    if (known?.length === 0) return any('approval.noReturnTarget')
    return to === undefined && any('approval.returnTarget')
  }
  const send = async () => {
    // the user may confirm before the nodes are loaded
    const known = targets ?? (await refetch()).data
    const to = chosen ?? likeliest(known)
    if (problems.show({ desNodeId: missing(known, to) })) return
    await context.call('/workflow/v2/back', { desNodeId: to, taskId: document.taskId, comment,
      resume: resumeAt(known?.find(({ activityId }) => activityId === to)) }, { said: 'decided.return' })
    onClose()
  }
  return (
    <ActionDialog context={context} title={t(fixed ? 'returnStart' : 'return')} note={document.currentTask?.name}
      okText={t('confirmReturn')} onClose={onClose} onConfirm={send} onFailure={problems.place}
      consequence={<Follows target={target} resume={resume} />}
    >
      {fixed === undefined && (
        <Targets targets={targets} value={chosen} problem={problems.at.desNodeId} onChange={(id) => {
          setPicked(id)
          problems.clear('desNodeId')
        }} />
      )}
      <ResumeChoice target={target} resume={resume} problem={problems.at.resume} onChange={setResume} />
      <CommentField label={t('reason')} note={t('reasonShown')} value={comment} problem={problems.at.comment} onChange={setComment} />
      {fixed !== undefined && <Problem text={problems.at.desNodeId} />}
    </ActionDialog>
  )
}

/** The chosen resume mode, by default the flow's. */
function useResume(target: ReturnTarget | undefined) {
  const [chosen, setResume] = useState<Resume>()
  const resumeAt = (to: ReturnTarget | undefined): Resume => {
    const own = to?.resume ?? 'sequential'
    return to?.canResumeDirectly ? (chosen ?? own) : own
  }
  return { resume: resumeAt(target), resumeAt, setResume }
}

const Problem = ({ text }: { text: string | undefined }) => text && <p className="oa-field-problem" role="alert">{text}</p>

interface ResumeChoiceProps {
  readonly target: ReturnTarget | undefined
  readonly resume: Resume
  readonly problem: string | undefined
  onChange(resume: Resume): void
}

/** The choice of the resume mode, if there is one: all nodes again, or directly back to this node. */
function ResumeChoice({ target: to, resume, problem, onChange }: ResumeChoiceProps) {
  const { t } = useDetailText()
  const id = useId()
  if (!to?.canResumeDirectly) return null
  return (
    <div className="oa-field column">
      <span className="oa-field-label" id={id}>{t('resume')}</span>
      <Radio.Group {...radioGroup} aria-labelledby={id} value={resume} onChange={({ target }) => onChange(target.value as Resume)}
        options={[{ value: 'sequential', label: t(to.asks === 'changed' ? 'resumeChanged' : 'resumeSequential') }, { value: 'direct',
          label: t('resumeDirect') }]} />
      {problem && <span className="oa-field-problem" role="alert">{problem}</span>}
    </div>
  )
}

/** The default target: the initiator, else the only node. */
const likeliest = (targets: Known) =>
  targets?.find(({ activityId }) => activityId === startNode)?.activityId ?? (targets?.length === 1 ? targets[0]?.activityId : undefined)

function useTargets({ procInstId, businessType, taskId }: FiledDocument) {
  const http = useHttp()
  return useQuery({
    queryKey: ['document', businessType, procInstId, 'returns', taskId],
    queryFn: ({ signal }) =>
      http.get<readonly ReturnTarget[]>(`/workflow/v2/backList/${encodeURIComponent(procInstId)}`, { taskId }, { signal, quiet: true }),
    staleTime: 0,
  })
}

interface TargetsProps {
  readonly targets: readonly ReturnTarget[] | undefined
  readonly value: string | undefined
  readonly problem: string | undefined
  onChange(id: string): void
}

function Targets({ targets, value, problem, onChange }: TargetsProps) {
  const { t, any, label } = useDetailText()
  if (!targets) return <RowsSkeleton rows={3} columns={['80%']} />
  if (targets.length === 0) return <p className="oa-field-problem" role="alert">{any('approval.noReturnTarget')}</p>
  const rows = targets.map(({ activityId, name, nameEn, userList, endTime, again }) => ({
    id: activityId,
    people: userList,
    title: activityId === startNode ? t('returnStart') : label({ cn: name, en: nameEn }),
    ...(endTime !== null && { aside: endTime.slice(5, 16) }),
    ...(again && { warning: any('approval.returnedOnce') }),
  }))
  return <NodeRows label={t('returnTo')} rows={rows} value={value} problem={problem} onChange={onChange} />
}

/** Locale key describing the path after the return; undefined if the user chose it above. */
function wayAfter(target: ReturnTarget | undefined, resume: Resume) {
  if (resume === 'direct') return target?.activityId === startNode ? 'afterReturnDirect' : 'afterReturnNodeDirect'
  if (target?.canResumeDirectly) return undefined
  return target?.asks === 'changed' ? 'afterReturnChanged' : 'afterReturn'
}

/** Describes the path after the return, and warns of a repeated return. */
function Follows({ target, resume }: { target: ReturnTarget | undefined; resume: Resume }) {
  const { t, any, locale } = useDetailText()
  const way = wayAfter(target, resume)
  const comma = way === undefined ? '' : locale === 'cn' ? '，' : '; '
  return <>{target?.again && <strong className="oa-dialog-warning">{any('approval.returnedOnce')}{comma}</strong>}{way && t(way)}</>
}

interface NodeRow {
  readonly id: string
  readonly title: string
  readonly people?: readonly NamedPerson[]
  /** Small text at the right end, e.g. a time. */
  readonly aside?: string
  /** Warning below the row. */
  readonly warning?: string
}

interface NodeRowsProps {
  readonly label: string
  readonly rows: readonly NodeRow[]
  readonly value: string | undefined
  readonly problem?: string
  readonly children?: ReactNode
  onChange(id: string): void
}

/** Radio buttons for nodes or tasks, each a row with its people. */
export function NodeRows({ label, rows, value, problem, children, onChange }: NodeRowsProps) {
  const id = useId()
  return (
    <div className="oa-field column">
      <span className="oa-field-label" id={id}>
        {label}
        <Star />
      </span>
      <Radio.Group {...radioGroup} className="oa-node-rows column scroll framed round-8 flex" aria-labelledby={id}
        aria-describedby={problem ? `${id}-note` : undefined} aria-invalid={problem !== undefined} value={value}
        onChange={({ target }) => onChange(String(target.value))}
      >
        {rows.map(({ id: row, title, people = [], aside, warning }) => (
          <Radio key={row} value={row} className="oa-node-row">
            <span className="flex gap-12 between">
              <span className="cut">{title}</span>
              {aside && <span className="num muted rigid">{aside}</span>}
            </span>
            {people.length > 0 && (
              <span className="oa-node-row-people second flex wrap small">
                {people.map((person) => <Person key={person.id} id={person.id} name={person.name} departed={!person.enable} />)}
              </span>
            )}
            {warning && <span className="orange block small">{warning}</span>}
          </Radio>
        ))}
      </Radio.Group>
      {children}
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}
