import { Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { person } from '#kernel/fields.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { definePartText } from '#fields/text.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { documentCall } from '#shell/detail/document-call.ts'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { KindControl, Labelled } from '../designer/panel/fields.tsx'
import { designPath, type DesignView, type EngineReason, type MoveResult } from '../../wire.ts'
import { cn, en } from './texts.ts'

/** Key of the desk's lists. */
export const deskKey = ['approval-desk'] as const

const repairs = ['handOver', 'skip', 'move', 'forceEnd'] as const

type Repair = (typeof repairs)[number]

interface RepairInput {
  readonly repair: Repair
  readonly comment: string
  /** The person whose tasks are handed over, and the one who gets them. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A document that was not repaired, with the reason as a sentence or as the engine names it. */
interface RefusedRepair {
  readonly number: string
  readonly problem?: string
  readonly why?: EngineReason
}

/** The outcome of a repair: documents repaired at once, those that wait for a second person, and those that were refused. */
interface Repaired {
  readonly done: number
  readonly proposed: number
  readonly refused: readonly RefusedRepair[]
}

/**
 * Repairs documents one after the other; each is judged by itself, and one that is refused stops no other. Repairs that take several calls
 * name what they belong to, so that each person gets one message about them.
 */
export async function repairAll(http: WritingHttp, rows: readonly DocumentRow[], input: RepairInput): Promise<Repaired> {
  if (input.repair === 'handOver') return handedOver(http, rows, input)
  if (input.repair === 'move') return moved(http, rows, input)
  const act = input.repair === 'skip' ? skip : forceEnd
  const part = { ...input, ...bulkOf(rows.length) }
  const outcomes: Repaired[] = []
  for (const row of rows) outcomes.push(await one(row, () => act(http, row, part)))
  return together(outcomes)
}

const together = (outcomes: readonly Repaired[]): Repaired => ({
  done: outcomes.reduce((sum, { done }) => sum + done, 0),
  proposed: outcomes.reduce((sum, { proposed }) => sum + proposed, 0),
  refused: outcomes.flatMap(({ refused }) => refused),
})

/** The name of a change that takes several calls. */
const bulkOf = (calls: number): { readonly bulk?: string } => (calls > 1 ? { bulk: crypto.randomUUID() } : {})

type RepairPart = RepairInput & { readonly bulk?: string }

/** The answer of an intervention: done, proposed to a second person, or not possible. */
interface Intervened {
  readonly proposal: object | null
  readonly why?: EngineReason
}

async function one({ businessNo: number }: DocumentRow, send: () => Promise<Intervened>): Promise<Repaired> {
  try {
    const { proposal, why } = await send()
    if (why) return { done: 0, proposed: 0, refused: [{ number, why }] }
    return { done: proposal ? 0 : 1, proposed: proposal ? 1 : 0, refused: [] }
  } catch (error) {
    if (!isFailure(error)) throw error
    return { done: 0, proposed: 0, refused: [{ number, problem: error.message }] }
  }
}

interface HandedOver {
  readonly document: string
  readonly reason: string | null
}

/** Documents that the server hands over in one call. */
const mostAtOnce = 50

async function handedOver(http: WritingHttp, rows: readonly DocumentRow[], { from, to, comment }: RepairInput): Promise<Repaired> {
  const held = rows.filter(({ assignees }) => assignees.some(({ id }) => id === from))
  const answers: HandedOver[] = []
  const bulk = bulkOf(held.length / mostAtOnce)
  for (let at = 0; at < held.length; at += mostAtOnce)
    answers.push(
      ...await http.post<readonly HandedOver[]>('/workflow/admin/handOver', { from, to, comment, ...bulk,
        documents: held.slice(at, at + mostAtOnce).map(({ procInstId }) => procInstId) }, { quiet: true }),
    )
  const reasons = new Map(answers.map(({ document, reason }) => [document, reason]))
  const refused = held.flatMap(({ procInstId, businessNo: number }): RefusedRepair[] => {
    const problem = reasons.get(procInstId)
    return problem ? [{ number, problem }] : []
  })
  return { done: held.length - refused.length, proposed: 0, refused }
}

async function skip(http: WritingHttp, { businessType, procInstId }: DocumentRow, { comment, bulk }: RepairPart): Promise<Intervened> {
  const document = await http.get<FiledDocument>(...documentCall(businessType, procInstId), { quiet: true })
  const task = document.runningTasks?.[0]
  // a document that was completed meanwhile has no step to skip
  if (!task) return { proposal: null, why: { code: 'approval.notAvailable', parameters: {} } }
  return http.post<Intervened>('/workflow/admin/skip', { procInstId, businessType, taskId: task.taskId, comment, bulk }, { quiet: true })
}

const forceEnd = (http: WritingHttp, { businessType, procInstId }: DocumentRow, { comment, bulk }: RepairPart) =>
  http.post<Intervened>('/workflow/admin/forceEnd', { procInstId, businessType, comment, bulk }, { quiet: true })

async function moved(http: WritingHttp, rows: readonly DocumentRow[], { comment }: RepairInput): Promise<Repaired> {
  const outcomes: Repaired[] = []
  const forms = new Set(rows.map(({ businessType }) => businessType))
  const bulk = bulkOf(forms.size)
  for (const form of forms) {
    const own = rows.filter(({ businessType }) => businessType === form)
    const { current } = await http.get<DesignView>(`${designPath}/${form}/design`, {}, { quiet: true })
    const { moved: done, proposed, skipped } = await http.post<MoveResult>(`${designPath}/${form}/census/move`, { version: current,
      choice: 'move', reason: comment, ...bulk, documents: own.map(({ procInstId }) => procInstId) }, { quiet: true })
    outcomes.push({ done, proposed, refused: skipped.map(({ number, why }) => ({ number, why })) })
  }
  return together(outcomes)
}

type DeskTextKey = keyof typeof cn

export const useDeskText = definePartText<DeskTextKey>({ cn, en })

/** The texts of a field in both languages. */
const named = (key: DeskTextKey) => ({ cn: cn[key], en: en[key] })

/** The repairs for the documents that are chosen. */
export function RepairBar({ rows, onDone }: { rows: readonly DocumentRow[]; onDone(): void }) {
  const { t } = useDeskText()
  const [asked, setAsked] = useState<Repair>()
  return (
    <span className="oa-desk-bar inline-row wrap gap-8">
      <strong className="num">{t('chosen', { count: rows.length })}</strong>
      {repairs.map((repair) => (
        <Button key={repair} size="small" danger={repair === 'forceEnd'} onClick={() => setAsked(repair)}>{t(`repair.${repair}`)}</Button>
      ))}
      <Button type="link" size="small" onClick={onDone}>{t('clear')}</Button>
      {asked && <RepairDialog repair={asked} rows={rows} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </span>
  )
}

interface RepairDialogProps {
  readonly repair: Repair
  readonly rows: readonly DocumentRow[]
  onClose(): void
  onDone(): void
}

/** Dialog of a repair: asks for the reason, then lists refused documents with their reasons. */
function RepairDialog({ repair, rows, onClose, onDone }: RepairDialogProps) {
  const { t, name } = useDeskText()
  const holders = [...new Map(rows.flatMap(({ assignees }) => assignees).map((each) => [each.id, each])).values()]
  const [comment, setComment] = useState('')
  const [from, setFrom] = useState(holders[0]?.id)
  const [to, setTo] = useState<string>()
  const [repaired, setRepaired] = useState<Repaired>()
  const { run, isPending, problems } = useCommand({ touches: [deskKey] })
  const isReady = comment.trim() !== '' && (repair !== 'handOver' || areTwo(from, to))
  const send = () => run((http) => repairAll(http, rows, { repair, comment: comment.trim(), from, to }), setRepaired)
  if (repaired) return <RepairResult repair={repair} repaired={repaired} onDone={onDone} />
  return (
    <Modal open title={t('repairTitle', { repair: t(`repair.${repair}`), count: rows.length })} okText={t(`repair.${repair}`)}
      cancelText={t('cancel')} okButtonProps={{ disabled: !isReady, danger: repair === 'forceEnd' }} confirmLoading={isPending}
      onOk={() => void send()} onCancel={onClose}
    >
      <p>{t(`after.${repair}`)}</p>
      <Form layout="vertical" component={false}>
        {repair === 'handOver' && (
          <>
            <Labelled label={t('from')} isRequired>
              {(id) => (
                <Select id={id} value={from} options={holders.map((each) => ({ value: each.id, label: name(each.name) }))}
                  onChange={setFrom} />
              )}
            </Labelled>
            <KindControl field={person({ ...named('to'), required: true })} label={t('to')} value={to} onChange={(value) =>
              setTo(typeof value === 'string' ? value : undefined)} />
          </>
        )}
        <Labelled label={t('reason')} isRequired problem={Object.values(problems).join(' ') || undefined}>
          {(id) => (
            <Input.TextArea id={id} autoSize={{ minRows: 2 }} maxLength={500} value={comment}
              onChange={({ target }) => setComment(target.value)} />
          )}
        </Labelled>
      </Form>
    </Modal>
  )
}

const areTwo = (from: string | undefined, to: string | undefined): boolean => from !== undefined && to !== undefined && from !== to

/** The numbers of documents repaired and proposed, and the reason for each that was refused. */
function RepairResult({ repair, repaired: { done, proposed, refused }, onDone }: { repair: Repair; repaired: Repaired; onDone(): void }) {
  const { t, reason } = useDeskText()
  return (
    <Modal open title={t(`repair.${repair}`)} onCancel={onDone} footer={<Button type="primary" onClick={onDone}>{t('close')}</Button>}>
      <div role="status">
        <p>{t('repaired', { count: done })}</p>
        {proposed > 0 && <p>{t('proposedCount', { count: proposed })}</p>}
        <ul>
          {refused.map(({ number, problem, why }) => (
            <li key={number}>
              <span className="num">{number}</span> {problem ?? (why && reason(why))}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
