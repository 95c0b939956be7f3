import type { Codes } from './import-samples.ts'

type Cells = Readonly<Record<string, string>>

/** A row that is wrong by what it means, and where that is said: a column's key, or nothing for the row. */
export interface Refusal {
  readonly what: string
  /** What it differs in from a right row, which stands above it in the same file. */
  readonly cells: (right: Cells, codes: Codes) => Cells
  readonly at: string
  /** A part of the reason. */
  readonly cn: string
}

const wrong = (what: string, at: string, cn: string, cells: Cells | Refusal['cells']): Refusal => ({ what, at, cn, cells: typeof cells === 'function' ? cells : () => cells })
const yearOf = (day: string | undefined) => (day ?? '').slice(0, 4)

/** By import: what its file may mean that cannot be. */
export const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  annualBudget: [
    wrong('the same line again', '', '与第 3 行重复', {}),
    wrong('a department without budgets', 'departmentId', '没有预算', (_, { withoutBudget }) => ({ budgetYear: '2190', departmentId: withoutBudget })),
  ],
  exchangeRate: [
    wrong('the same month again', '', '与第 3 行重复', { rate: '7.2' }),
    wrong('the currency that all is converted to', 'currency', '人民币', { currency: 'CNY' }),
    wrong('a month that documents used', 'rate', '锁定', { yearMonth: '2026-09' }),
    wrong('a month that is none', 'yearMonth', '格式', { yearMonth: '2031-13' }),
  ],
  expenseType: [
    wrong('the same code again', '', '与第 3 行重复', { nameCn: '别的' }),
    wrong('a third level', 'parent', '两级', { code: 'HX-L3', parent: 'OFFICE01' }),
    wrong('itself above', 'parent', '“', { code: 'HX-SELF', parent: 'HX-SELF' }),
  ],
  departmentCostCenter: [
    wrong('a period that overlaps', 'validFrom', '有效期重叠', ({ validFrom }) => ({ validFrom: `${yearOf(validFrom)}-06-01`, validTo: '' })),
    wrong('an end before the beginning', 'validTo', '不能早于', ({ validFrom }) => ({ validFrom: `${yearOf(validFrom)}-06-01`, validTo: `${yearOf(validFrom)}-01-01` })),
  ],
  actualProject: [wrong('a period that overlaps', 'validFrom', '有效期重叠', { validFrom: '2032-01-01' })],
  offlineReimbursement: [
    wrong('the same again', 'voucherNo', '已存在', {}),
    wrong('a month without rate', 'currencyType', '汇率', { voucherNo: 'HX-A', currencyType: 'KRW' }),
    wrong('nothing', 'amount', '不能为0', { voucherNo: 'HX-B', amount: '0' }),
    wrong('a day to come', 'expenseDate', '今天', { voucherNo: 'HX-C', expenseDate: '2026-12-01', budgetMonth: '2026-12' }),
    wrong('another department’s cost centre', 'costCenter', '成本中心', { voucherNo: 'HX-D', costCenter: 'CC1010' }),
    wrong('an unheard-of month', 'budgetMonth', '格式', { voucherNo: 'HX-E', budgetMonth: '2026-00' }),
  ],
  supplierAccount: [wrong('the same account again', '', '与第 3 行重复', { accountName: '别名' })],
  book: [wrong('the same number again', '', '与第 3 行重复', { bookName: '别的' })],
  user: [
    wrong('somebody else’s job number', 'jobNumber', '不属于同一人', ({ jobNumber }) => ({ userName: 'hx.other', jobNumber: jobNumber ?? '', phone: '13911110001', email: 'other@demo.example' })),
    wrong('a role that is none', 'roles', '', { userName: 'hx.third', jobNumber: 'HX-3RD', phone: '13911110002', email: 'third@demo.example', roles: 'nobody' }),
  ],
  areaDistance: [
    wrong('the same pair again', '', '与第 3 行重复', { km: '1' }),
    wrong('the same pair the other way', '', '已在表中', ({ fromCode = '', toCode = '' }) => ({ fromCode: toCode, toCode: fromCode })),
    wrong('one place twice', 'toCode', '不能相同', { fromCode: '310100' }),
    wrong('a place that is none', 'fromCode', '', { fromCode: '999999' }),
  ],
  risk: [wrong('a district of another city', 'countyAreaCode', '', { countyAreaCode: '999999' })],
}
