import { todayOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { records, type Writer } from '#server/resources/records.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { directedSoftware } from '../directed-software.ts'
import { departmentOf } from './work-hours.ts'
import './tables.ts'

const constraints: RecordRules['constraints'] = {
  directed_software_no: { code: 'research.requestExists', fields: ['requestNo'] },
  directed_software_finished: { code: 'research.finishedMissing', fields: ['finishedDate'] },
}

/** Rules of software requests: values from a review sheet are locked; completion is entered in the register. */
export const directedSoftwareRules: RecordRules = {
  async prepare(step) {
    const problems = problemsOf(step)
    if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
    return { departmentId: await departmentOf(step.db, step.value['owner']) }
  },
  constraints,
}

function problemsOf(step: RecordStep): FieldProblem[] {
  const { value, before, at } = step
  return [...lockedProblems(directedSoftware, step, before?.['requestNo']), ...finishProblems(value, todayOf(at))]
}

function finishProblems({ status, finishedDate }: FormValue, today: string): FieldProblem[] {
  if (typeof finishedDate !== 'string') return []
  return [
    ...(status === '2' ? [] : [{ field: 'status', code: 'research.notDone' }]),
    ...(finishedDate > today ? [{ field: 'finishedDate', code: 'research.finishedInFuture' }] : []),
  ]
}

/** Register with the rules for writes by review sheets. */
const register = records(directedSoftware, { prepare: async ({ db, value }) => ({ departmentId: await departmentOf(db, value['owner']) }),
  constraints })

/** Inserts or updates the request of a completed review sheet about custom software. */
export async function keepRequest({ db, document, value, actor, at }: DocumentStep): Promise<void> {
  if (value['reviewType'] !== 'directed') return
  const record: FormValue = {
    requestNo: document.number ?? document.id,
    customerId: value['customer'],
    product: value['productModel'],
    softwareName: value['softwareName'],
    softwareVersion: value['version'],
    baseVersion: value['baseVersion'],
    quantity: value['directedQty'],
    plannedDate: value['releaseDate'],
    businessKey: document.id,
  }
  const known = await db.selectFrom('directed_software').select(['id', 'version', 'requirement', 'owner']).where('business_key', '=',
    document.id).where('del_flag', '=', 0)
    .forUpdate().executeTakeFirst()
  if (known)
    await register.update(db, { ...record, requirement: known.requirement, owner: known.owner, status: '1', finishedDate: null,
      id: known.id, version: known.version }, {
      by: actor.id,
      at,
    })
  else await register.insert(db, { ...record, owner: value['applicant'], status: '1' }, { by: document.starter, at })
}

/** Cancels the open request of a voided review sheet; a done one is kept. */
export async function cancelRequest(db: Db, document: string): Promise<void> {
  await db.updateTable('directed_software').set({ status: '3' }).where('business_key', '=', document).where('status', '=', '1').execute()
}

const ruledRegister = records(directedSoftware, directedSoftwareRules)

/** Bulk insert of requests that predate review sheets, with the register's rules applied. */
export async function saveRequests(db: Db, all: readonly FormValue[], writer: Writer): Promise<void> {
  for (const each of all) await ruledRegister.insert(db, each, writer)
}

/** Problems for changed fields that the record's document has locked. */
export function lockedProblems({ fields }: Pick<Resource, 'fields'>, { value, before }: RecordStep, no: unknown): FieldProblem[] {
  if (!before?.['businessKey']) return []
  const locked = Object.entries<FieldDefinition>(fields).flatMap(([key, field]) => (field.locked ? [key] : []))
  return locked
    .filter((key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(before[key] ?? null))
    .map((field) => ({ field, code: 'research.locked', parameters: { no: String(no ?? '') } }))
}
