import type { Http, WritingHttp } from '#providers/http.ts'
import type { PageOf, UsageRecord } from '#plugins/system/unit-wire.ts'
import { type HandedOver, path } from './calls.ts'

/** Number of documents per call. */
const atOnce = 25
const pageSize = 200

export interface HeldDocument {
  readonly id: string
  readonly name: string
  readonly detail: string | null
  readonly path: string | null
}

/** Distinct documents that wait for a person: with running tasks to hand over, or returned to them for changes. */
export async function heldDocuments(http: Pick<Http, 'query'>, person: string,
  kind: 'runningTasks' | 'returnedDocuments' = 'runningTasks'): Promise<readonly HeldDocument[]> {
  const found = new Map<string, HeldDocument>()
  for (let current = 1;; current += 1) {
    const { records, total } = await http.query<PageOf<UsageRecord>>(`${path}/people/${person}/usages/page`, { kind, current,
      size: pageSize }, { quiet: true })
    for (const { document, name, detail, path: page } of records)
      if (document && !found.has(document)) found.set(document, { id: document, name, detail, path: page })
    if (current * pageSize >= total) return [...found.values()]
  }
}

export interface HandOverOrder {
  readonly from: string
  readonly to: string
  readonly comment: string
}

/** Hands documents over in batches; reports the results after each batch. @throws HttpFailure */
export async function handOver(http: Pick<WritingHttp, 'post'>, order: HandOverOrder, documents: readonly string[],
  onAnswer: (answers: readonly HandedOver[]) => void): Promise<void> {
  for (let index = 0; index < documents.length; index += atOnce) {
    onAnswer(
      await http.post<readonly HandedOver[]>('/workflow/admin/handOver', { ...order, documents: documents.slice(index, index + atOnce) }, {
        quiet: true,
      }),
    )
  }
}
