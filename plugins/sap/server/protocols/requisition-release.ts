import { z } from 'zod'
import type { PostingOutcome, SentLine } from '#server/postings/posting.ts'
import type { ReleaseInterface } from '../interfaces.ts'
import { serviceOf } from '../released-services/facts.ts'
import { type ODataPosting, quoted, readRows, updateRecord } from './odata.ts'
import type { SapRecord } from './payload.ts'

/** Entries of the body of a release; `items` has the decision on each line. */
export const releaseEntries = ['requisition', 'result', 'items'] as const

const content = z.object({
  requisition: z.string().min(1),
  result: z.enum(['APPROVED', 'REFUSED', 'REVOKED', 'VOIDED']),
  items: z.array(z.object({ itemNo: z.coerce.number(), decision: z.string().nullish() })).default([]),
})

type Release = z.output<typeof content>

/** Processing states of a line: released, refused, and back in SAP's own hands. */
const released = { PurReqnReleaseStatus: '05' }
const ended: Readonly<Record<string, SapRecord>> = { REFUSED: { PurReqnReleaseStatus: '08' }, REVOKED: { PurReqnReleaseStatus: '02' },
  VOIDED: { PurReqnReleaseStatus: '02' } }
const deleted = { IsDeleted: 'X' }

/** Properties of a line that a result changes. */
export const releaseProperties = ['PurReqnReleaseStatus', 'IsDeleted'] as const

/**
 * Writes what was decided into the lines of a purchase requisition: released where they are agreed to, deleted where they are not. A
 * requisition that was not approved changes as a whole. Lines are changed one after the other; a repetition writes the same again.
 */
export async function releaseRequisition(posting: ODataPosting, { service: name, releases }: ReleaseInterface,
  { body }: SentLine): Promise<PostingOutcome> {
  const release = content.safeParse(body).data
  if (!release) return { outcome: 'refused', message: 'E  The result names no requisition', details: [] }
  const { requisition: number } = release
  const service = serviceOf(name)
  const rows = await readRows(posting, service, releases, { filter: `PurchaseRequisition eq ${quoted(number)}`, top: 1_000 })
  if (rows.length === 0) return { outcome: 'refused', message: `E  Purchase requisition ${number} does not exist`, details: [] }
  for (const { item, row, change } of changesOf(release, rows)) {
    const key = `PurchaseRequisition=${quoted(number)},PurchaseRequisitionItem=${quoted(item)}`
    const outcome = await updateRecord(posting, service, { path: `${releases}(${encodeURIComponent(key)})`, change, number })
    if (outcome.outcome !== 'posted') return atRow(outcome, row)
  }
  return { outcome: 'posted', number }
}

/** Digits of the number of a line. */
const digits = 5

interface LineChange {
  readonly item: string
  /** Row of the body's list, from 0. */
  readonly row?: number
  readonly change: SapRecord
}

function changesOf({ result, items }: Release, rows: readonly SapRecord[]): readonly LineChange[] {
  const whole = ended[result]
  if (whole) return rows.map((row) => ({ item: z.string().catch('').parse(row['PurchaseRequisitionItem']), change: whole }))
  return items.flatMap(({ itemNo, decision }, row) => {
    if (decision !== '1' && decision !== '0') return []
    return [{ item: String(itemNo).padStart(digits, '0'), row, change: decision === '1' ? released : deleted }]
  })
}

/** The outcome with the messages of a refusal at the row of its line. */
function atRow(outcome: PostingOutcome, row: number | undefined): PostingOutcome {
  if (outcome.outcome !== 'refused' || row === undefined) return outcome
  const { details = [], message, code = '' } = outcome
  const said = details.length > 0 ? details : [{ severity: 'error' as const, code, message }]
  return { ...outcome, details: said.map((detail) => ({ ...detail, row, field: 'items' })) }
}
