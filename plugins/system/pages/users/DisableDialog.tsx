import { Form, Modal } from 'antd'
import { Suspense, useId, useState } from 'react'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { handOver, HandOverFields, heldDocuments, type Succession } from '../organisation/HandOverDialog.tsx'
import { UsageList } from '../organisation/ImpactDialog.tsx'
import { userFields, userPath, users, useUserText } from './users.ts'
import { organisationKey } from '../organisation/organisation.ts'
import '../organisation/organisation.css'

interface DisableDialogProps {
  /** The selected accounts, at least one. */
  readonly chosen: readonly UserAnswer[]
  onClose(): void
}

/** Dialog to disable accounts: lists usages, optionally hands over tasks, and ends sessions; with a leaving date they count as departed. */
export function DisableDialog({ chosen, onClose }: DisableDialogProps) {
  const { t, name } = useUserText()
  const { left, problems, isSending, disable } = useDisabling(chosen, onClose)
  const [leavingDate, setLeavingDate] = useState<unknown>(null)
  const [succession, setSuccession] = useState<Succession>({ to: null, comment: '' })
  const canHandOver = useAdministersFlows()
  const isReady = succession.to === null || succession.comment.trim() !== ''
  return (
    <Modal open width={520} maskClosable={false}
      title={chosen.length === 1 ? t('disableName', { name: name(chosen[0]!.name) }) : t('disableMany', { count: chosen.length })}
      cancelText={t('cancel')} okText={t(succession.to === null ? 'disable' : 'handOverAndDisable')}
      okButtonProps={{ danger: true, disabled: !isReady }} confirmLoading={isSending} onOk={() => void disable({ leavingDate, succession })}
      onCancel={onClose}
    >
      <Problems chosen={left} problems={problems} />
      <p>{t('disableText')}</p>
      <div className="oa-impacts">{left.map((user) => <Impact key={user.id} user={user} isAlone={chosen.length === 1} />)}</div>
      <Form layout="vertical" className="oa-record-form oa-disabling grid top-8">
        <LeavingDate value={leavingDate} onChange={setLeavingDate} />
        {canHandOver && <HandOverFields value={succession} isOptional onChange={setSuccession} />}
      </Form>
    </Modal>
  )
}

function Problems({ chosen, problems }: { chosen: readonly UserAnswer[]; problems: ReadonlyMap<string, string> }) {
  const { name } = useUserText()
  return chosen.flatMap((user) => {
    const problem = problems.get(user.id)
    return problem === undefined
      ? []
      : (
        <p key={user.id} className="oa-record-problem round-6 red span-all pad-8-12" role="alert">
          {chosen.length > 1 && `${name(user.name)}: `}
          {problem}
        </p>
      )
  })
}

function LeavingDate({ value, onChange }: { value: unknown; onChange(value: unknown): void }) {
  const { t, label } = useUserText()
  const id = useId()
  return (
    <Form.Item label={label(userFields.leavingDate)} htmlFor={id} help={<span id={`${id}-help`}>{t('leavingHint')}</span>}>
      <Suspense>
        <FieldInput id={id} field={userFields.leavingDate} value={value} context={{}} aria-describedby={`${id}-help`} onChange={onChange} />
      </Suspense>
    </Form.Item>
  )
}

/** Usages of one account. */
function Impact({ user, isAlone }: { user: UserAnswer; isAlone: boolean }) {
  const { name } = useUserText()
  return (
    <section aria-label={name(user.name)}>
      {!isAlone && <h3 className="oa-impact-name normal">{name(user.name)}</h3>}
      <UsageList subject={{ person: user.id }} isOneOfMany={!isAlone} />
    </section>
  )
}

interface DisableRequest {
  /** yyyy-MM-dd; marks them as departed. */
  readonly leavingDate: unknown
  /** Successor for their tasks. */
  readonly succession: Succession
}

/** Disables accounts one after the other, with hand-over; collects the reasons of refusals. */
function useDisabling(chosen: readonly UserAnswer[], onDone: () => void) {
  const { run, isPending } = useCommand({ touches: [[users], organisationKey] })
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const left = chosen.filter(({ id }) => !done.has(id))
  const send = async (http: WritingHttp, order: DisableRequest) => {
    const refused = new Map<string, string>()
    for (const user of left) {
      const problem = await disableOne(http, user, order)
      if (problem === undefined) setDone((before) => new Set([...before, user.id]))
      else refused.set(user.id, problem)
    }
    setProblems(refused)
    return refused.size === 0
  }
  const disable = (order: DisableRequest) => run((http) => send(http, order), (isComplete) => isComplete && onDone())
  return { left, problems, isSending: isPending, disable }
}

/** Hands over the tasks of an account and disables it. @returns the reason of a refusal, undefined on success */
export async function disableOne(http: Pick<WritingHttp, 'query' | 'post' | 'put'>, { id, version }: UserAnswer,
  { leavingDate, succession: { to, comment } }: DisableRequest): Promise<string | undefined> {
  try {
    const refused: string[] = []
    const documents = to === null ? [] : await heldDocuments(http, id)
    if (to !== null && documents.length > 0) {
      await handOver(http, { from: id, to, comment }, documents.map((document) => document.id), (answers) =>
        void refused.push(...answers.flatMap(({ reason }) => reason ?? [])))
    }
    // keep the account enabled if a task could not be handed over, until that is resolved
    if (refused.length > 0) return [...new Set(refused)].join(' ')
    await http.put(`${userPath}/${id}/enable`, { enable: false, version, leavingDate }, { quiet: true })
    return undefined
  } catch (error) {
    if (!isFailure(error)) throw error
    return error.message
  }
}
