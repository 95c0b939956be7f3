import { attachment, currency, date, datetime, defineFields, department, money, number, person, select, text } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { project } from '#plugins/projects/references.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** What was paid beside the approvals and counts against a budget all the same: booked when it is saved. */
export const offlineReimbursement = defineResource({
  name: 'offlineReimbursement',
  cn: '线下报销',
  en: 'Offline reimbursement',
  base: '/budgetservice',
  path: '/offline-reimbursement',
  table: 'offline_reimbursement',
  key: 'businessNo',
  fields: defineFields({
    businessNo: text({ cn: '编号', en: 'No.', system: true, readOnly: true, max: 30 }),
    offlineSource: select({ cn: '来源', en: 'Source', dict: 'offlineSource', default: '"1"', required: true }),
    voucherNo: text({ cn: '凭证号', en: 'Voucher no.', required: true, max: 30 }),
    company: select({ cn: '公司', en: 'Company', required: true, dict: 'company' }),
    expenseDate: date({ cn: '记账日期', en: 'Posting date', required: true, default: 'today()' }),
    budgetMonth: text({ cn: '归属月份', en: 'Budget month', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', max: 7, hint: { cn: 'yyyy-MM；不填则为记账日期所在月', en: 'yyyy-MM; empty: the month of the posting date' } }),
    applicant: person({ cn: '报销人', en: 'Reimbursed person' }),
    bearingDept: department({ cn: '承担部门', en: 'Bearing department', required: true, filter: 'option.hasBudgetDept = true' }),
    budgetDept: department({ cn: '预算部门', en: 'Budget department', system: true, readOnly: true }),
    costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true }),
    expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: true }),
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', required: true, max: 25 }),
    project: project({ cn: '项目', en: 'Project', required: 'expenseCategory.projectRequired = true', shown: true }),
    currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"' }),
    exchangeRate: number({ cn: '汇率', en: 'Rate', system: true, readOnly: true, precision: 6 }),
    amount: money({ cn: '金额', en: 'Amount', required: true, hint: { cn: '冲减填负数', en: 'Negative for a correction' } }),
    amountRmb: money({ cn: '折人民币', en: 'In RMB', rmb: true, system: true, readOnly: true }),
    evidence: attachment({ cn: '凭证附件', en: 'Evidence', max: 10 }),
    remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
    createTime: datetime({ cn: '创建时间', en: 'Created', system: true, readOnly: true }),
  }),
  derived: ['createTime'],
  columns: [
    'businessNo', 'expenseDate', 'budgetMonth', 'bearingDept', 'expenseCategory', 'expenseDetail', 'costCenter', 'applicant', 'currencyType', 'amount', 'exchangeRate', 'amountRmb',
    'voucherNo', 'company', 'project', 'remark', 'offlineSource', 'createTime', 'evidence',
  ],
  filters: ['expenseDate', 'bearingDept', 'expenseCategory', 'applicant', 'voucherNo', 'company', 'offlineSource'],
  search: ['businessNo', 'expenseDetail', 'remark'],
  sort: [{ field: 'expenseDate', descending: true }, { field: 'businessNo', descending: true }],
  can,
  import: {
    columns: [
      { field: 'voucherNo' },
      { field: 'company' },
      { field: 'expenseDate' },
      { field: 'budgetMonth', required: true, example: '2026-11' },
      { field: 'applicant', cn: '报销人工号', en: 'Job number', by: 'code' },
      { field: 'bearingDept', by: 'code' },
      { field: 'costCenter', by: 'code' },
      { field: 'expenseCategory', by: 'code' },
      { field: 'expenseDetail' },
      { field: 'project', by: 'code' },
      { field: 'currencyType' },
      { field: 'amount' },
      { field: 'remark' },
    ],
    match: [],
    onMatch: 'refuse',
    sets: { offlineSource: '2' },
    allOrNothing: true,
    notes: [{ cn: '一行有误则整份文件不导入', en: 'One wrong row, and nothing of the file is imported' }],
  },
  scope: { departments: 'bearingDept', owner: 'createBy' },
})
