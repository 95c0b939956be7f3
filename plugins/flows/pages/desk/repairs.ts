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

/** A document that was not repaired, with the reason as a sentence or as the engine names it. */
export interface RefusedRepair {
  readonly number: string
  readonly problem?: string
  readonly why?: EngineReason
}

/** The outcome of a repair: documents repaired at once, those that wait for a second person, and those that were refused. */
export interface Repaired {
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
