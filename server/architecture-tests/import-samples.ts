import type { Plugin } from '#kernel/plugin.ts'
import type { Db } from '../database/tables.ts'
import type { ImportColumn } from '../imports/importer.ts'
import { importColumns } from '../resources/import-columns.ts'

type Cells = Readonly<Record<string, string>>

/** An import of the product, and rows that it takes. */
export interface Sample {
  /** Where its table is. */
  readonly table: string
  readonly path: string
  readonly columns: readonly ImportColumn[]
  /** What is the same for a record that a second import finds again; without it, the same row twice is refused. */
  readonly updates: boolean
  readonly allOrNothing: boolean
  /** The n-th row, by column key; two of them are never the same record. */
  row(n: number): Cells
}

/** Codes of records that the demo company has. */
export interface Codes {
  readonly department: string
  readonly withoutBudget: string
  readonly centre: string
  readonly location: string
  readonly person: string
  readonly group: string
  readonly supplier: string
  /** Districts with their city. */
  readonly districts: readonly string[]
}

export async function codesOf(db: Db): Promise<Codes> {
  const one = async (rows: Promise<{ code: string | null } | undefined>) => (await rows)?.code ?? ''
  const code = (table: 'book_location' | 'sales_group' | 'supplier') => one(db.selectFrom(table).select('code').where('del_flag', '=', 0).orderBy('code').executeTakeFirst())
  return {
    department: await one(db.selectFrom('sys_group').select('code').where('id', '=', 'sz-quality').executeTakeFirst()),
    withoutBudget: await one(db.selectFrom('sys_group').select('code').where('has_budget_dept', '=', false).where('type', '=', 'DEPARTMENT').where('code', 'is not', null).orderBy('code').executeTakeFirst()),
    centre: await one(db.selectFrom('cost_center').select('code').where('id', '=', 'cc-sz-quality').executeTakeFirst()),
    person: await one(db.selectFrom('sys_user').select('job_number as code').where('user_name', '=', 'employee').executeTakeFirst()),
    location: await code('book_location'),
    group: await code('sales_group'),
    supplier: await code('supplier'),
    districts: (await db.selectFrom('area').select('area_code').where('level', '=', 3).orderBy('area_code').execute()).map((row) => row.area_code),
  }
}

const padded = (n: number, length: number) => String(n).padStart(length, '0')
const months = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${padded(index + 1, 2)}`, '1200.50']))

/** By the name of what is imported; without a line here, a row is made up from its columns. */
const rows: Readonly<Record<string, (codes: Codes) => Sample['row']>> = {
  annualBudget: ({ department }) => (n) => ({ budgetYear: String(2031 + n), departmentId: department, expenseCategoryId: 'OFFICE', ...months, remark: '计划' }),
  exchangeRate: () => (n) => ({ yearMonth: `${2031 + Math.floor(n / 12)}-${padded((n % 12) + 1, 2)}`, currency: 'USD', rate: '7.123456' }),
  expenseType: () => (n) => ({ code: `HX-${n}`, nameCn: `类别${n}`, nameEn: `Category ${n}`, parent: 'OFFICE', sort: '12', sapSubject: '6602' }),
  // A centre that the department has not yet.
  departmentCostCenter: ({ department }) => (n) => ({ departmentId: department, costCenterId: 'CC1010', isDefault: '否', validFrom: `${2100 + n}-01-01`, validTo: `${2100 + n}-12-31` }),
  actualProject: ({ department }) => (n) => ({ rdProjectCode: `HX-${n}`, rdProjectName: `项目${n}`, sapProjectId: 'P-1', departmentId: department, validFrom: '2031-01-01' }),
  offlineReimbursement: ({ department, centre, person }) => (n) => ({
    voucherNo: `HX-${n}`, company: '苏州宏岳电子有限公司', expenseDate: '2026-11-05', budgetMonth: '2026-11', applicant: person, bearingDept: department, costCenter: centre,
    expenseCategory: 'OFFICE', expenseDetail: '打印纸', project: '', currencyType: 'CNY', amount: '1200.50', remark: '补录',
  }),
  bank: () => (n) => ({ name: '试行', branch: `试行支行${n}`, branchNo: padded(700_000_000_000 + n, 12), swift: 'ABCDCNBJ', city: '苏州' }),
  supplier: () => (n) => ({ code: `HX${n}`, nameCn: `供应商${n}`, nameEn: `Supplier ${n}`, abbreviation: '试', category: '设备', level: '', enable: '是' }),
  supplierAccount: ({ supplier }) => (n) => ({ ownerId: supplier, accountName: '户名', accountNo: `62280000${padded(n, 6)}`, proceedsAccountType: '对公', currencyType: 'CNY', bank: '试行', branchNo: '', swift: '', address: '路一号' }),
  customer: ({ group, person }) => (n) => ({ code: `HX${n}`, nameCn: `客户${n}`, nameEn: `Customer ${n}`, salesGroupId: group, region: '海外', level: 'B 重点', owner: person, enable: '是' }),
  salesGroup: ({ person }) => (n) => ({ code: `HX${n}`, nameCn: `销售组${n}`, nameEn: `Group ${n}`, managerUserId: person, enable: '是' }),
  material: () => (n) => ({ code: `HX${n}`, nameCn: `物料${n}`, nameEn: `Material ${n}`, unit: '箱', factory: '1000', storageLocation: 'A1', batchManaged: '否', price: '1200.50', enable: '是' }),
  book: ({ location }) => (n) => ({
    bookNo: `HX-${n}`, bookName: `书${n}`, bookCategory: '技术', bookType: '期刊', bookSource: '采购', location, author: '某', publisher: '某社', isbn: '9787111213826', price: '1200.50',
  }),
  user: ({ department }) => (n) => ({
    userName: `hx.${padded(n, 3)}`, nameCn: `人${n}`, nameEn: `Person ${n}`, jobNumber: `HX${n}`, departmentId: department, phone: `1390000${padded(n, 4)}`, email: `hx${n}@demo.example`, position: '员', joiningDate: '2020-01-31', roles: 'cashier',
  }),
  dictData: () => (n) => ({ type: 'unit', value: `hx${n}`, label: `单位${n}`, localName: `Unit ${n}`, sort: '12', description: '备注' }),
  risk: ({ districts }) => (n) => {
    const district = districts[n] ?? ''
    return { level: '高风险', provinceAraeCode: `${district.slice(0, 2)}0000`, cityAreaCode: `${district.slice(0, 4)}00`, countyAreaCode: district, since: '2026-11-01' }
  },
  areaDistance: ({ districts }) => (n) => ({ fromCode: districts[n] ?? '', toCode: '310100', km: '1200' }),
  holiday: () => (n) => ({ day: `${2031 + n}-01-01`, kind: '上班', remark: '调休' }),
}

/** Texts differ from row to row; whatever else there is may be the same in all. */
const simple = (columns: readonly ImportColumn[], { department, person }: Codes, n: number): Cells =>
  Object.fromEntries(columns.map(({ key, field: { kind, options, min = 1 } }) => [key, ({ department, person, date: '2031-01-01', switch: '是', money: '1200.50', integer: String(min), select: options?.[0]?.cn, text: `HX-${n}` } as Cells)[kind] ?? '']))

/** An import that no declaration says: with an importer of its own. */
export type OwnImport = Omit<Sample, 'row'>

/** Every import of the product by its name, and how to fill in its rows. */
export function imports(plugins: readonly Plugin[], own: Readonly<Record<string, OwnImport>>): ReadonlyMap<string, (codes: Codes) => Sample> {
  const declared = plugins.flatMap(({ resources }) => resources).flatMap(({ import: imported, ...resource }) => (imported ? [{ ...resource, import: imported }] : []))
  const found = declared.map((resource) => {
    const { name, table, base, import: imported } = resource
    return [name, { table, path: `${base}/${name}`, columns: importColumns(resource), updates: imported.onMatch === 'update', allOrNothing: imported.allOrNothing === true }] as const
  })
  const sample = (name: string, known: OwnImport) => (codes: Codes) => ({ ...known, row: rows[name]?.(codes) ?? ((n: number) => simple(known.columns, codes, n)) })
  return new Map([...Object.entries(own), ...found].map(([name, known]) => [name, sample(name, known)]))
}
