import { Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { records } from '#server/resources/records.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { patent } from '../patent.ts'
import { lockedProblems } from './directed-software.ts'
import './tables.ts'

const constraints: RecordRules['constraints'] = {
  patent_application_no: { code: 'research.patentExists', fields: ['applicationNo'] },
  patent_state_dates: { code: 'research.stateBeforeFiling', fields: ['stateDate'] },
}

/** Rules of patents: one created by an application is locked except for its remark. */
export const patentRules: RecordRules = {
  async prepare(step) {
    const problems = lockedProblems(patent, step, step.before?.['businessNo'])
    if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
    return withInventors(step)
  },
  constraints,
}

/** Puts the first inventor first among the inventors. */
function withInventors({ value }: Pick<RecordStep, 'value'>): FormValue {
  const { firstInventor, inventors, region } = value
  return { region: region ?? [],
    inventors: [...new Set([firstInventor, ...(Array.isArray(inventors) ? (inventors as readonly unknown[]) : [])])].filter((id) =>
      typeof id === 'string'
    ) }
}

/** Register with the rules for writes by applications. */
const register = records(patent, { prepare: async (step) => withInventors(step), constraints })

/** Writes completed applications and their follow-ups to the register of patents. */
export const patentApplications: DocumentExtension = {
  concerns: ['patentApplication'],

  /** Moves the state from drafting to filed at the filing node. */
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
