import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { documentCall } from '#shell/detail/document-call.ts'
import { designPath, type DesignView, type EngineReason, type MoveResult } from '../../wire.ts'

/** Key of the desk's lists. */
export const deskKey = ['approval-desk'] as const

export const repairs = ['handOver', 'skip', 'move', 'forceEnd'] as const

export type Repair = (typeof repairs)[number]

export interface RepairInput {
  readonly repair: Repair
  readonly comment: string
  /** The person whose tasks are handed over, and the one who gets them. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The outcome of a repair for one document; without a problem it is done, or proposed to a second person. */
export interface RepairOutcome {
  readonly number: string
  readonly problem?: string
  /** The reason as the engine names it, where no sentence came with it. */
  readonly why?: EngineReason
}

/**
 * Repairs documents one after the other; each is judged by itself, and one that is refused stops no other. Repairs that take several calls
 * name what they belong to, so that each person gets one message about them.
 */
export async function repairAll(http: WritingHttp, rows: readonly DocumentRow[], input: RepairInput): Promise<readonly RepairOutcome[]> {
  if (input.repair === 'handOver') return handedOver(http, rows, input)
  if (input.repair === 'move') return moved(http, rows, input)
  const outcomes: RepairOutcome[] = []
  const bulk = bulkOf(rows.length)
  for (const row of rows)
    outcomes.push(
      await one(row, () => (input.repair === 'skip' ? skip(http, row, { ...input, ...bulk }) : forceEnd(http, row, { ...input, ...bulk }))),
    )
  return outcomes
}

/** The name of a change that takes several calls. */
const bulkOf = (calls: number): { readonly bulk?: string } => (calls > 1 ? { bulk: crypto.randomUUID() } : {})

type RepairPart = RepairInput & { readonly bulk?: string }

async function one({ businessNo: number }: DocumentRow, send: () => Promise<unknown>): Promise<RepairOutcome> {
  try {
    await send()
    return { number }
  } catch (error) {
    if (!isFailure(error)) throw error
    return { number, problem: error.message }
  }
}

interface HandedOver {
  readonly procInstId?: string
  readonly document?: string
  readonly reason: string | null
}

/** Documents that the server hands over in one call. */
const mostAtOnce = 50

async function handedOver(http: WritingHttp, rows: readonly DocumentRow[],
  { from, to, comment }: RepairInput): Promise<readonly RepairOutcome[]> {
  const held = rows.filter(({ assignees }) => assignees.some(({ id }) => id === from))
  const answers: HandedOver[] = []
  const bulk = bulkOf(held.length / mostAtOnce)
  for (let at = 0; at < held.length; at += mostAtOnce)
    answers.push(
      ...await http.post<readonly HandedOver[]>('/workflow/admin/handOver', { from, to, comment, ...bulk,
        documents: held.slice(at, at + mostAtOnce).map(({ procInstId }) => procInstId) }, { quiet: true }),
    )
  return held.map((row, at) => {
    const answer = answers.find((each) => (each.document ?? each.procInstId) === row.procInstId) ?? answers[at]
    return { number: row.businessNo, ...(answer?.reason && { problem: answer.reason }) }
  })
}

async function skip(http: WritingHttp, { businessType, procInstId }: DocumentRow, { comment, bulk }: RepairPart): Promise<void> {
  const document = await http.get<FiledDocument>(...documentCall(businessType, procInstId), { quiet: true })
  const task = document.runningTasks?.[0]
  if (task) await http.post('/workflow/admin/skip', { procInstId, businessType, taskId: task.taskId, comment, bulk }, { quiet: true })
}

const forceEnd = (http: WritingHttp, { businessType, procInstId }: DocumentRow, { comment, bulk }: RepairPart) =>
  http.post('/workflow/admin/forceEnd', { procInstId, businessType, comment, bulk }, { quiet: true })

async function moved(http: WritingHttp, rows: readonly DocumentRow[], { comment }: RepairInput): Promise<readonly RepairOutcome[]> {
  const outcomes: RepairOutcome[] = []
  const forms = new Set(rows.map(({ businessType }) => businessType))
  const bulk = bulkOf(forms.size)
  for (const form of forms) {
    const own = rows.filter(({ businessType }) => businessType === form)
    const { current } = await http.get<DesignView>(`${designPath}/${form}/design`, {}, { quiet: true })
    const { skipped } = await http.post<MoveResult>(`${designPath}/${form}/census/move`, { version: current, choice: 'move',
      reason: comment, ...bulk, documents: own.map(({ procInstId }) => procInstId) }, { quiet: true })
    const left = new Map(skipped.map(({ document, why }) => [document, why]))
    for (const row of own)
      outcomes.push({ number: row.businessNo, ...(left.has(row.procInstId) && { why: left.get(row.procInstId)! }) })
  }
  return outcomes
}
