import { Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { records } from '#server/resources/records.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { patent } from '../patent.ts'
import { lockedProblems } from './locked-fields.ts'
import './tables.ts'

const constraints: RecordRules['constraints'] = {
  patent_application_no: { code: 'research.patentExists', fields: ['applicationNo'] },
  patent_state_dates: { code: 'research.stateBeforeFiling', fields: ['stateDate'] },
}

/** Fields that can be edited: all of a patent entered by hand, only the remark of one that came from an application. */
export const patentRules: RecordRules = {
  async prepare(step) {
    const problems = lockedProblems(patent, step, step.before?.['businessNo'])
    if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
    return withInventors(step)
  },
  constraints,
}

/** The first inventor is one of the inventors. */
function withInventors({ value }: Pick<RecordStep, 'value'>): FormValue {
  const { firstInventor, inventors, region } = value
  return { region: region ?? [],
    inventors: [...new Set([firstInventor, ...(Array.isArray(inventors) ? (inventors as readonly unknown[]) : [])])].filter((id) =>
      typeof id === 'string'
    ) }
}

/** The register as applications write it. */
const register = records(patent, { prepare: async (step) => withInventors(step), constraints })

/** A filed application stands in the register of patents, with its latest known state. */
export const patentApplications: DocumentExtension = {
  concerns: ['patentApplication'],

  /** A filed patent leaves the drafting state. */
  prepare: async ({ node, value }) => (node === 'patentFile' && (value['patentState'] ?? '0') === '0' ? { patentState: '1' } : {}),

  async check({ db, document, node, value }) {
    if (node !== 'patentFile' || typeof value['applicationNo'] !== 'string') return []
    const known = await db.selectFrom('patent').select(['id', 'business_key']).where('application_no', '=', value['applicationNo']).where(
      'del_flag',
      '=',
      0,
    ).executeTakeFirst()
    return known && known.business_key !== document.id ? [{ field: 'applicationNo', code: 'research.patentExists' }] : []
  },

  onCompleted: keep,
  onFollowUp: keep,

  async onReleased({ db, document }, _, wasCompleted) {
    if (wasCompleted) await db.deleteFrom('patent').where('business_key', '=', document.id).execute()
  },
}

const taken = ['applicationNo', 'patentName', 'patentType', 'patentState', 'stateDate', 'filingDate', 'region', 'project', 'productModel',
  'grade'] as const

async function keep({ db, document, value, actor, at }: DocumentStep): Promise<void> {
  const inventors = rowsAt(value, 'inventors')
  const first = inventors.find(({ isFirst }) => isFirst === '1')?.['person']
  const record: FormValue = {
    ...Object.fromEntries(taken.map((key) => [key, value[key] ?? null])),
    firstInventor: first ?? null,
    inventors: inventors.map(({ person }) => person),
    departmentId: value['applicantDept'],
    businessKey: document.id,
    businessNo: document.number ?? null,
  }
  const known = await db.selectFrom('patent').select(['id', 'version', 'remark']).where('business_key', '=', document.id).where('del_flag',
    '=', 0).forUpdate().executeTakeFirst()
  if (known) await register.update(db, { ...record, remark: known.remark, id: known.id, version: known.version }, { by: actor.id, at })
  else await register.insert(db, record, { by: document.starter, at })
}
