/** A measured list: its call, and the same page in plain SQL. */
export interface List {
  readonly name: string
  readonly path: string
  readonly body: object
  /** Row scope of an ordinary person as SQL, with their departments as a parameter. */
  readonly scope: string
  /** The page within a scope, as SQL. */
  sql(scope: string): string
}

const register = '/budgetservice/offlineReimbursement/page'
const centres = '/budgetservice/costCenter/page'
const inDepartment = 'bearing_dept = any($1::text[])'
const fields = {
  register: `id, version, create_by, create_time, update_by, update_time, business_no, offline_source, voucher_no, company, expense_date,
      budget_month, applicant, bearing_dept, budget_dept, cost_center, expense_category, expense_detail, project, currency_type,
      exchange_rate, amount, amount_rmb, remark`,
  centres:
    `id, version, create_by, create_time, update_by, update_time, code, name_cn, name_en, manager_user_id, sap_code, factory, group_ids,
      status, no_manager, enable`,
}

export const lists: readonly List[] = [
  {
    name: 'first-page',
    path: register,
    body: {},
    scope: inDepartment,
    sql: (scope) =>
      `select ${fields.register} from offline_reimbursement where del_flag = 0 and ${scope}
        order by expense_date desc, business_no desc nulls last, id limit 20`,
  },
  {
    name: 'filtered-and-sorted',
    path: register,
    body: { company: ['SZ'], orders: [{ column: 'amountRmb', asc: false }] },
    scope: inDepartment,
    sql: (scope) =>
      `select ${fields.register} from offline_reimbursement where del_flag = 0 and ${scope} and company = any('{SZ}')
        order by amount_rmb desc nulls last, id limit 20`,
  },
  {
    name: 'searched',
    path: register,
    body: { keyword: 'V4321' },
    scope: inDepartment,
    sql: (scope) =>
      `select ${fields.register} from offline_reimbursement where del_flag = 0 and ${scope}
        and (business_no ilike '%V4321%' or voucher_no ilike '%V4321%' or expense_detail ilike '%V4321%' or remark ilike '%V4321%'
          or pinyin like '%v4321%') order by expense_date desc, business_no desc nulls last, id limit 20`,
  },
  {
    name: 'bound-records',
    path: centres,
    body: { enable: true, orders: [{ column: 'nameCn', asc: true }] },
    scope: '(cardinality(group_ids) = 0 or group_ids && $1::text[])',
    sql: (scope) => `select ${fields.centres} from cost_center where del_flag = 0 and ${scope} and enable order by name_cn, id limit 20`,
  },
]
