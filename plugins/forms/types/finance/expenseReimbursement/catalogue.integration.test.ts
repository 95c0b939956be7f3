import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../../../../../server/documents/testing.ts'
import type { FieldDescription, FormDescription } from '../../../../../src/kernel/describe.ts'
import { type } from '../../../../demo/server/claims/testing.ts'
import { demoProduct } from '../../../../demo/server/testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const words = (text: string) => text.trim().split(/\s+/)

/** Every field of the claim, in the order of the parts of its screen; columns below their table. */
const fields = words(`
  businessNo businessType state title titleEn applicant initiator applicantDept applicantPosition company createTime currentTask endTime remark attachmentList ccUserList relatedProcessList
  reimburseKind
  bearingDept budgetDept costCenter budgetMonth project
  currencyType exchangeRate totalAmount totalAmountRmb totalAmountCapital
  taxiLinks entertainmentLinks dispatchLinks serviceFeeLinks procurementLinks
  items approvedAmount
  overBudget overBudgetInfo overBudgetExplanation overdue overdueExplanation explainDtoList
  overStandardExplanation entertainClaimedRmb entertainAppliedRmb
  proceedsType payeeLines writeOffFlag writeOffItems writeOffPartyName writeOffPartyAbbr writeOffTotal netPayable
  paperReceived sapVoucherNo payDate
`)

const columns: Readonly<Record<string, readonly string[]>> = {
  items: words(`expenseDate expenseCategory expenseDetail bearingDept costCenter project linkNo amount approvedAmount amountRmb
    invoiceType invoiceTitle invoiceNo invoiceDate invoiceKind taxRate taxAmount noInvoiceReason invoiceFiles overdueDays offBudgetStatus rowRemark`),
  overBudgetInfo: words('budgetDept departmentName category month budget spent occupied available thisAmount exceeded warnLevel'),
  explainDtoList: words('userName departmentName explain explainType'),
  payeeLines: words('account proceedsName proceedsAccount proceedsAccountType currencyType bankName bankBranchNo swiftNumber bankAddress payAmount payReason luhnConfirmed'),
  writeOffItems: words('disbursement openBalance writeOffAmount prepaymentWriteOffDate'),
}

const rules = words(`G-03 G-06 G-07 G-08 G-09 G-11 G-12 G-13 G-14 G-15 G-16 G-17 G-21
  BX-01 BX-02 BX-03 BX-04 BX-05 BX-06 BX-07 BX-08 BX-10 BX-12 BX-13 BX-14 BX-15`)

/** What an approver may write, by node. */
const open: Readonly<Record<string, readonly string[]>> = {
  accountantReview: words(`bearingDept costCenter budgetMonth project proceedsType payeeLines writeOffItems writeOffPartyName writeOffPartyAbbr paperReceived
    items.expenseCategory items.expenseDetail items.bearingDept items.costCenter items.project items.approvedAmount items.invoiceType items.invoiceTitle items.invoiceNo
    items.invoiceDate items.invoiceKind items.taxRate items.taxAmount items.invoiceFiles`),
  financeManager: words('sapVoucherNo'),
  cashier: words('payDate'),
}

const keys = (list: readonly FieldDescription[]) => list.map(({ key }) => key)
const described = async () => (await product.as('quality').get<FormDescription>(`/workflow/form/${type}`)).data

describe('the claim as data', () => {
  it('has its fields and columns, and no others', async () => {
    const form = await described()
    expect(keys(form.fields).toSorted()).toEqual(fields.toSorted())
    const tables = Object.fromEntries(form.fields.flatMap(({ key, columns: inner }) => (inner ? [[key, keys(inner).toSorted()]] : [])))
    expect(tables).toEqual(Object.fromEntries(Object.entries(columns).map(([table, inner]) => [table, inner.toSorted()])))
  })

  it('has both languages at every field, column, option, section, rule and node', async () => {
    const { fields: all, sections, rules: declared, flow, cn, en } = await described()
    const options = all.flatMap((field) => [field, ...(field.columns ?? [])]).flatMap((field) => [field, ...(field.options ?? []), ...(field.hint ? [field.hint] : [])])
    for (const label of [{ cn, en }, ...options, ...sections, ...declared, ...(flow.steps as unknown as { cn: string; en: string }[])]) {
      expect([label.cn, label.en]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/[A-Za-z]/)])
      expect(label.en).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('has its rules, its number, its place in the menus and the lists', async () => {
    const form = await described()
    expect(form.rules.map(({ id }) => id)).toEqual(expect.arrayContaining([...rules]))
    expect(form).toMatchObject({ cn: '费用报销', en: 'Expense reimbursement', path: '/reimbursement', detailPath: '/reimbursement-detail', prefix: 'BX', terminals: ['web', 'mini'], abortAfterCompletion: false, amount: 'totalAmountRmb' })
    const { data } = await product.as('quality').get<{ key: string }[]>('/workflow/process/list?terminal=mini')
    expect(data.map(({ key }) => key)).toContain(type)
  })

  it('opens to each approver what is theirs to write', async () => {
    const { fields: all } = await described()
    const at = (node: string) => all.flatMap(({ key, editAt = [], columns: inner = [] }) => [
      ...(editAt.includes(node) ? [key] : []), ...inner.filter((column) => column.editAt?.includes(node)).map((column) => `${key}.${column.key}`),
    ])
    for (const [node, paths] of Object.entries(open)) expect(at(node).filter((path) => !paths.includes(path) && !path.startsWith('writeOffItems.'))).toEqual([])
    for (const [node, paths] of Object.entries(open)) expect(paths.filter((path) => !at(node).includes(path))).toEqual([])
    for (const node of ['deptHead', 'bearingDeptHead', 'overBudgetApprover', 'viceGm', 'generalManager']) expect(at(node)).toEqual([])
  })

  it('goes its way: who approves, when, and how', async () => {
    const { flow } = await described()
    expect((flow.steps as unknown as { id: string; mode?: string; block: string; when?: string }[]).map(({ id, block, mode = 'any', when = 'always' }) => [id, block, mode, when])).toEqual([
      ['deptHead', 'approve', 'any', 'always'],
      ['bearingDeptHead', 'approve', 'all', 'some i in items satisfies i.bearingDept != applicantDept'],
      ['accountantReview', 'approve', 'any', 'always'],
      ['overBudgetApprover', 'approve', 'all', 'overBudget = true'],
      ['viceGm', 'approve', 'all', 'totalAmountRmb > 5000 or overdue = true or reimburseKind = "3"'],
      ['generalManager', 'approve', 'any', 'totalAmountRmb > 50000 or (reimburseKind = "3" and applicantPosition in ("3","4"))'],
      ['financeManager', 'approve', 'any', 'always'],
      ['cashier', 'approve', 'any', 'netPayable > 0'],
      ['ccFinish', 'copy', 'any', 'always'],
    ])
  })

  it('has every dictionary and value that it chooses from', async () => {
    const { fields: all } = await described()
    const named = new Set(all.flatMap((field) => [field, ...(field.columns ?? [])]).flatMap(({ dict }) => dict ?? []))
    expect([...named].toSorted()).toEqual(words('bank company docState explainType invoiceKind invoiceType offBudgetStatus positionLevel proceedsAccountType proceedsType reimburseKind'))
    const label = await product.composition.host.dictionary(product.database.db)
    const values = (key: string, list: string) => words(list).map((value) => label(key, value))
    expect(values('reimburseKind', '1 2 3 4 5 6 7 9')).not.toContain(null)
    expect(values('reimburseKind', '8')).toEqual([null])
    expect(values('docState', '1 2 4 5 12')).toEqual(['审批中/In approval', '已拒绝/Refused', '已完成/Completed', '已作废/Invalid', '已撤销/Revoked'])
    expect(values('invoiceType', '1 2 3 4')).toEqual(['电子发票/Electronic', '纸质发票/Paper', '纸质+电子/Paper plus electronic', '无发票/No invoice'])
    expect(values('proceedsType', '1 2 3')).toEqual(['单人/Single', '多人/Multiple', '工资卡/Payroll card'])
  })
})
