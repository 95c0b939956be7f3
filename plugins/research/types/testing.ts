import type { FormValue } from '#kernel/values/value.ts'
import { projectId } from '#plugins/demo/server/records.ts'
import '#plugins/masters/server/public-api.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'

export const hours = (change: FormValue = {}): FormValue => ({ rowId: 'h1', member: 'u-employee', role: 'electronic', month: '2026-11-01',
  planHours: '40.0', actualHours: '36.5', ...change })

export const issue = (change: FormValue = {}): FormValue => ({ rowId: 'i1', desc: '接口电平不匹配', level: 'middle', owner: 'u-songtao',
  dueDate: '2026-11-30', closed: '0', ...change })

const paper = ({ product }: Pick<FilingSupport, 'product'>): Promise<string> =>
  product.as('employee').upload('评审资料.pdf', Buffer.from('%PDF-1.4\n%%EOF'))

/** The schematic of the smart gateway, by the hardware engineer. */
export const reviewOf = async (support: Pick<FilingSupport, 'product'>, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-hardware',
  reviewType: 'schematic',
  stage: 'dvt',
  project: projectId('P26-001'),
  projectType: '1',
  productModel: 'GW-200',
  version: 'A1.2',
  reviewDate: '2026-11-20',
  reviewForm: 'meeting',
  participants: ['u-employee', 'u-songtao'],
  content: '<p>主控板原理图评审</p>',
  materials: [await paper(support)],
  issues: [issue()],
  workHours: [hours()],
  ...change,
})

/** Additional fields of a sheet for customer-specific software. */
export const directed = async ({ product: { database: { db } } }: Pick<FilingSupport, 'product'>): Promise<FormValue> => {
  const { id } = await db.selectFrom('customer').select('id').where('enable', '=', true).orderBy('code').limit(1).executeTakeFirstOrThrow()
  return { reviewType: 'directed', stage: 'software', customer: id, softwareName: '华东定制固件', baseVersion: 'V3.0', version: 'V3.1-E',
    directedQty: 500, releaseDate: '2026-12-15' }
}

const word = { comment: '同意' }

export const checks = (...items: readonly string[]): object => ({ ...word, checkList: items.map((item) => ({ item, result: 'pass' })) })

/** Payload of every reviewer of a schematic. */
export const reviewSay: Readonly<Record<string, object>> = {
  deptHead: word,
  reviewSign: checks('design', 'dfm', 'safety'),
  bomReview: word,
  pmConfirm: { ...word, business: { conclusion: 'pass' } },
  rdDirector: word,
  vp: word,
}

export const inventor = (change: FormValue = {}): FormValue => ({ rowId: 'p1', person: 'u-employee', contribution: 100, isFirst: '1',
  ...change })

/** An invention of the hardware engineer. */
export const inventionOf = async (support: Pick<FilingSupport, 'product'>, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-hardware',
  patentName: '低功耗唤醒电路',
  patentType: '1',
  region: ['cn'],
  project: projectId('P26-001'),
  projectType: '1',
  productModel: 'GW-200',
  inventors: [inventor()],
  techField: '电源管理',
  background: '现有电路待机功耗高',
  solution: '<p>分级唤醒</p>',
  advantage: '待机功耗降低一半',
  searched: '0',
  published: '0',
  disclosure: [await paper(support)],
  ...change,
})

/** Payload of the patent engineer's node; an agency is a supplier of services. */
export async function patentSay({ product: { database: { db } } }: Pick<FilingSupport, 'product'>,
  applicationNo = '202610012345.6'): Promise<Readonly<Record<string, object>>> {
  const { id: agency } = await db.selectFrom('supplier').select('id').where('category', '=', '4').where('enable', '=', true).orderBy('code')
    .limit(1).executeTakeFirstOrThrow()
  return {
    patentEngineer: { ...checks('novelty', 'inventiveness', 'utility', 'disclosure'),
      business: { grade: 'B', agency, feeEstimate: '6000.00' } },
    patentFile: { business: { applicationNo, filingDate: '2026-11-20' } },
  }
}
