import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { card, claim, claims, paperRow, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

/** Case of a rule: a change of the first row or the form that violates it, and the nearest valid one. */
interface RuleCase {
  readonly rule: string
  readonly row?: readonly [wrong: FormValue, right: FormValue]
  readonly form?: readonly [wrong: FormValue, right: FormValue]
  readonly field: string
  readonly cn: string
  readonly en: string
  /** Uses a row with an invoice. */
  readonly paper?: true
}

/** Account other than the payroll card, whose values come from the register. */
const payee = (change: FormValue) => ({ proceedsType: '1',
  payeeLines: [{ proceedsName: '曹颖', proceedsAccount: card, proceedsAccountType: '2', bankName: '招商银行', ...change }] })
const two = (first: string, second: string, more: FormValue = {}) => ({
  proceedsType: '2',
  payeeLines: [first, second].map((payAmount, index) => ({ proceedsName: '曹颖', proceedsAccount: `1234567${index}`,
    proceedsAccountType: '1', bankName: '招商银行', bankBranchNo: '123456789012', luhnConfirmed: true, payAmount, ...more })
  ),
})
const people = (count: number) => ({
  ccUserList: ['employee', 'songtao', 'dengkai', 'tianye', 'yuanbin', 'panxin', 'gujia', 'yangfan', 'buyer', 'sales', 'xulei', 'jiangyi',
    'wuqiang', 'caijun', 'yaoting', 'jinlong', 'shenqi', 'pmc', 'zengyan', 'liuyang', 'suming', 'luxiao', 'weigang', 'fengqian', 'zouhui',
    'baixue', 'yinjie', 'maorui', 'levanhung', 'vietnam', 'phamthihoa', 'vothimai', 'dangquocbao', 'gm', 'vp', 'qianhong', 'sunyue',
    'zhoujie', 'linfang', 'librarian', 'it', 'weichen', 'head', 'rd', 'pengyu', 'xuhaibo', 'finance', 'huangli', 'accountant', 'cashier',
    'admin', 'hefeng'].slice(0, count).map((name) => `u-${name}`),
})

const cases: readonly RuleCase[] = [
  { rule: 'G-01 (text)', row: [{ expenseDetail: '' }, { expenseDetail: '纸' }], field: 'items.0.expenseDetail', cn: '请输入费用明细',
    en: 'Please enter Expense detail' },
  { rule: 'G-01 (choice)', form: [{ reimburseKind: null }, { reimburseKind: '9' }], field: 'reimburseKind', cn: '请选择报销类别',
    en: 'Please select Expense type' },
  { rule: 'G-02', form: [{ remark: '长'.repeat(501) }, { remark: '长'.repeat(500) }], field: 'remark', cn: '备注不能超过500个字符',
    en: 'Remarks must be within 500 characters' },
  { rule: 'G-03', form: [{ title: '长'.repeat(31) }, { title: '长'.repeat(30) }], field: 'title', cn: '名称不能超过30个字符',
    en: 'The name must be within 30 characters' },
  { rule: 'G-03 (like the proposed one)', form: [{ title: `曹颖提交的费用报销${'长'.repeat(30)}` }, { title: '曹颖提交的费用报销' }],
    field: 'title', cn: '名称不能超过30个字符', en: 'The name must be within 30 characters' },
  { rule: 'G-04', row: [{ expenseDetail: '长'.repeat(26) }, { expenseDetail: '长'.repeat(25) }], field: 'items.0.expenseDetail',
    cn: '费用明细不能超过25个字符', en: 'Expense detail must be within 25 characters' },
  { rule: 'G-05', form: [payee({ payReason: '长'.repeat(31) }), payee({ payReason: '长'.repeat(30) })], field: 'payeeLines.0.payReason',
    cn: '付款事由不能超过30个字符', en: 'Payment reason must be within 30 characters' },
  { rule: 'G-06', form: [{ bearingDept: 'dg-finance', costCenter: null }, { bearingDept: 'sz-quality' }], field: 'bearingDept',
    cn: '没有预算，请选择正确的费用承担部门', en: 'No budget, select the correct expense-bearing department' },
  { rule: 'G-11',
    form: [payee({ proceedsAccount: '6222001234567890123' }), payee({ proceedsAccount: '6222001234567890123', luhnConfirmed: true })],
    field: 'payeeLines.0.proceedsAccount', cn: '银行卡号校验未通过，请确认卡号是否正确，是否继续？',
    en: 'The bank card number failed the check. Continue with this number?' },
  { rule: 'G-12', form: [two('60.00', '39.99'), two('60.00', '40.00')], field: 'payeeLines', cn: '收款金额合计须等于实付金额',
    en: 'The payee amounts must add up to the net payable' },
  { rule: 'G-13', form: [two('60.00', '40.00', { proceedsAccount: '12345678' }), two('60.00', '40.00')], field: 'payeeLines',
    cn: '收款账户重复', en: 'Duplicate payee account' },
  { rule: 'G-22', form: [people(51), people(50)], field: 'ccUserList', cn: '选择人数不能超过50人', en: 'Choose at most 50 people' },
  { rule: 'BX-02', row: [{ amount: '0.00' }, { amount: '0.01' }], field: 'items.0.amount', cn: '报销明细金额不能为0',
    en: 'Each reimbursement item amount cannot be 0' },
  { rule: 'BX-10', row: [{ amount: '10.00', approvedAmount: '10.01' }, { amount: '10.00', approvedAmount: '10.00' }],
    field: 'items.0.approvedAmount', cn: '核准金额不能大于申请金额', en: 'The approved amount cannot exceed the requested amount' },
  { rule: 'BX-14', row: [{ expenseDate: '2026-11-21' }, { expenseDate: '2026-11-20' }], field: 'items.0.expenseDate',
    cn: '费用日期不能晚于今天', en: 'The expense date can’t be in the future' },
  { rule: 'INV-01', paper: true, row: [{ invoiceDate: '2026-11-21' }, { invoiceDate: '2026-11-20' }], field: 'items.0.invoiceDate',
    cn: '开票日期不能晚于今天', en: 'The invoice date cannot be after today' },
  { rule: 'INV-02', paper: true, row: [{ amount: '10.00', taxAmount: '10.00' }, { amount: '10.00', taxAmount: '9.99' }],
    field: 'items.0.taxAmount', cn: '税额须小于金额', en: 'The tax must be less than the amount' },
  { rule: 'invoice number', paper: true, row: [{ invoiceNo: '1234567' }, { invoiceNo: '72345678，72345678901234567890' }],
    field: 'items.0.invoiceNo', cn: '发票号码须为8位或20位数字，境外或其他票据请先选择对应票种',
    en: 'An invoice number has 8 or 20 digits. For an overseas or other receipt, choose that category first' },
  { rule: 'foreign number', paper: true, row: [{ invoiceNo: 'INV-2026-001' }, { invoiceNo: 'INV-2026-001', invoiceKind: '4' }],
    field: 'items.0.invoiceNo', cn: '发票号码须为8位或20位数字，境外或其他票据请先选择对应票种',
    en: 'An invoice number has 8 or 20 digits. For an overseas or other receipt, choose that category first' },
  { rule: 'fiscal bill', paper: true, row: [{ invoiceNo: '0012345678' }, { invoiceNo: '0012345678', invoiceKind: '7' }],
    field: 'items.0.invoiceNo', cn: '发票号码须为8位或20位数字，境外或其他票据请先选择对应票种',
    en: 'An invoice number has 8 or 20 digits. For an overseas or other receipt, choose that category first' },
  { rule: 'PAY-02',
    form: [payee({ proceedsAccount: '1234567', luhnConfirmed: true }), payee({ proceedsAccount: '1234 5678', luhnConfirmed: true })],
    field: 'payeeLines.0.proceedsAccount', cn: '人民币账号须为8-30位数字', en: 'An RMB account number has 8 to 30 digits' },
  { rule: 'PAY-03', form: [two('100.00', '0.00'), two('99.99', '0.01')], field: 'payeeLines.1.payAmount', cn: '付款金额须大于0',
    en: 'The payment amount must be more than 0' },
  { rule: 'branch no.', form: [two('60.00', '40.00', { bankBranchNo: null }), two('60.00', '40.00')], field: 'payeeLines.0.bankBranchNo',
    cn: '请输入联行号', en: 'Please enter Bank branch no.' },
  { rule: 'category', row: [{ expenseCategory: 'c-rent' }, { expenseCategory: 'c-repair' }], field: 'items.0.expenseCategory',
    cn: '费用类型的选项无效，请重新选择', en: 'The choice for Expense category is not valid, choose again' },
]

const business = ({ row: [wrongRow, rightRow] = [{}, {}], form: [wrongForm, rightForm] = [{}, {}], paper }: RuleCase) => {
  const make = paper ? paperRow : row
  return { wrong: claim([make('100.00', wrongRow)], wrongForm), right: claim([make('100.00', rightRow)], rightForm) }
}

describe('a rule of the claim', () => {
  it.each(cases)('$rule refuses what breaks it, at its field and in the reader’s language, and takes its edge', async (each) => {
    const { wrong, right } = business(each)
    expect(on.refusal(await on.apply(product.as('quality'), wrong)).fields[each.field]).toBe(each.cn)
    expect(on.refusal(await on.apply(product.as('quality', 'en_US'), wrong)).fields[each.field]).toBe(each.en)
    const { code, data } = await on.apply(product.as('quality'), right)
    expect([code, data]).toEqual([200, expect.objectContaining({ state: 1 })])
  })

  it('ask for something to reimburse', async () => {
    expect(on.refusal(await on.apply(product.as('quality'), claim([])))).toEqual({ code: 42009,
      fields: { items: '请至少添加一条报销明细' } })
    const nothing = on.refusal(await on.apply(product.as('quality', 'en_US'), claim([row('0.00')])))
    expect(nothing.fields).toMatchObject({ totalAmount: 'The reimbursement amount cannot be 0',
      'items.0.amount': 'Each reimbursement item amount cannot be 0' })
  })

  it('PAY-01 allows one account for a payroll card', async () => {
    const lines = two('60.00', '40.00')
    const single = await on.apply(product.as('quality'), claim([row('100.00')], { ...lines, proceedsType: '1' }))
    expect(on.refusal(single).fields['payeeLines']).toBe('单人收款或工资卡只能有一个收款账户')
  })

  it('those that ask may be accepted by name, a refusal may not', async () => {
    const doubtful = claim([row('100.00')], payee({ proceedsAccount: '6222001234567890123' }))
    expect(await on.apply(product.as('quality'), doubtful, { confirmed: ['G-13'] })).toMatchObject({ code: 42009 })
    expect(await on.apply(product.as('quality'), doubtful, { confirmed: ['G-11'] })).toMatchObject({ code: 200 })
    expect(await on.apply(product.as('quality'), claim([row('0.00')]), { confirmed: ['BX-01', 'BX-02', 'G-12'] })).toMatchObject({
      code: 42009,
    })
  })
})

describe('the application that an expense needs', () => {
  it.each([
    ['BX-04', { items: [row('10.00', { expenseCategory: 'c-taxi' })] }, 'taxiLinks', '打车费报销必须关联打车审批',
      'Taxi fare reimbursement must link a taxi approval'],
    ['BX-04', { reimburseKind: '2' }, 'taxiLinks', '打车费报销必须关联打车审批', 'Taxi fare reimbursement must link a taxi approval'],
    ['BX-05', { items: [row('10.00', { expenseCategory: 'c-ent' })] }, 'entertainmentLinks', '招待费报销必须关联业务招待申请',
      'Entertainment reimbursement must link an entertainment application'],
    ['BX-06', { reimburseKind: '5' }, 'serviceFeeLinks', '请至少添加一条服务费申请', 'Add at least one service fee application'],
    ['BX-13', { reimburseKind: '3' }, 'entertainmentLinks', '请至少添加一条招待申请', 'Add at least one entertainment application'],
    ['BX-07', { items: [row('10.00', { expenseCategory: 'c-ent' })] }, 'overStandardExplanation', '报销金额超出招待申请，请填写超标说明',
      'The amount exceeds the entertainment application: enter the over-standard explanation'],
  ])('%s %j is asked for', async (_, change, field, ...messages) => {
    const wrong = claim([row('10.00')], change)
    const answers = [await on.apply(product.as('quality'), wrong), await on.apply(product.as('quality', 'en_US'), wrong)].map((answer) =>
      on.refusal(answer).fields[field]
    )
    expect(answers).toEqual(messages)
  })
})

describe('a write-off', () => {
  const writingOff = (line: FormValue, more: FormValue = {}) =>
    claim([row('10.00')], { writeOffFlag: '1', writeOffItems: [line], writeOffPartyName: '乙方', writeOffPartyAbbr: '乙方', ...more })

  it.each([
    ['G-14', writingOff({ writeOffAmount: '1.00' }), 'writeOffItems.0.disbursement', '冲销项必须关联付款审批单',
      'Write-off items must link a disbursement approval'],
    ['G-15', writingOff({ writeOffAmount: '0.00' }), 'writeOffItems.0.writeOffAmount', '请填写冲销金额',
      'The write-off amount is required'],
    ['G-15', writingOff({}), 'writeOffItems.0.writeOffAmount', '请填写冲销金额', 'The write-off amount is required'],
    ['G-16', writingOff({ writeOffAmount: '1.00' }, { writeOffPartyAbbr: '一二三四五六七' }), 'writeOffPartyAbbr',
      '请填写冲销单位简称，且不超过6个字符', 'The party abbreviation is required and at most 6 characters'],
    ['G-16', writingOff({ writeOffAmount: '1.00' }, { writeOffPartyAbbr: null }), 'writeOffPartyAbbr',
      '请填写冲销单位简称，且不超过6个字符', 'The party abbreviation is required and at most 6 characters'],
    ['WO-01', writingOff({ writeOffAmount: '10.01' }), 'writeOffTotal', '冲销合计不能大于核准金额',
      'The total offset is more than the approved amount'],
    ['unknown', writingOff({ writeOffAmount: '1.00', disbursement: ['nowhere'] }), 'writeOffItems.0.disbursement',
      '关联单据不存在或不可关联', 'The linked document doesn’t exist or can’t be linked'],
  ])('%s is refused', async (_, wrong, field, ...messages) => {
    const answers = [await on.apply(product.as('quality'), wrong), await on.apply(product.as('quality', 'en_US'), wrong)].map((answer) =>
      on.refusal(answer).fields[field]
    )
    expect(answers).toEqual(messages)
  })

  it('that is not asked for leaves no trace', async () => {
    const id = await on.file('quality', writingOff({ writeOffAmount: '1.00' }, { writeOffFlag: '0' }))
    const { business: value } = await on.detailOf(product.as('quality'), id)
    expect([value['writeOffItems'], value['writeOffPartyAbbr'], value['netPayable']]).toEqual([undefined, undefined, '10.00'])
  })
})

describe('at its node', () => {
  it('nothing is paid before it was asked for', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    await on.passThrough(id, { until: 'cashier' })
    const task = await on.at(id, 'cashier')
    expect(on.refusal(await on.pass(task, { business: { payDate: '2026-11-19' } }))).toEqual({ code: 42009,
      fields: { payDate: '付款日期不能早于发起日期' } })
    expect(on.refusal(await on.pass(task, { business: { payDate: null } }))).toEqual({ code: 42009, fields: { payDate: '请选择付款日期' } })
    expect(await on.pass(task, { business: { payDate: '2026-11-20' } })).toMatchObject({ code: 200 })
  })

  it('the accountant moves a claim to last month, not further', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const task = await on.at(id, 'accountantReview')
    expect(on.refusal(await on.pass(task, { business: { budgetMonth: '2026-09-01' } }))).toEqual({ code: 42009,
      fields: { budgetMonth: '归属月份已关账' } })
    expect(await on.pass(task, { business: { budgetMonth: '2026-10-01' } })).toMatchObject({ code: 200 })
    await on.passThrough(id)
    const spent = await product.database.db.selectFrom('budget_entry').select(['month', 'kind', 'amount']).where('document_id', '=', id)
      .where('kind', '=', 'spend').execute()
    expect(spent).toEqual([{ month: 10, kind: 'spend', amount: '10.00' }])
  })

  it('a claim that another document holds is neither revoked, edited nor voided', async () => {
    const { db } = product.database
    const [id, owner] = [await on.file('quality', claim([row('10.00')])), await on.file('quality', claim([row('11.00')]))]
    await db.insertInto('document_link').values({ owner, target: id, field: 'made-up', binds: true }).execute()
    const bound = '该单据已关联其他已完成或审批中的单据，不能'
    expect(await product.as('quality').post('/workflow/abort', { procInstId: id })).toMatchObject({ code: 42009, msg: `${bound}撤销` })
    expect(await product.as('quality').post('/workflow/abortUpdate', { procInstId: id })).toMatchObject({ code: 42009,
      msg: `${bound}修改` })
    expect(await product.as('admin').post('/workflow/abandoned', { procInstId: id })).toMatchObject({ code: 42009, msg: `${bound}撤销` })
    expect(await product.as('quality').get(`/workflow/checkBusinessBind/${id}`)).toMatchObject({ data: { count: 1, list: [{ state: 1 }] } })
    await product.as('quality').post('/workflow/abort', { procInstId: owner })
    expect(await product.as('quality').get(`/workflow/checkBusinessBind/${id}`)).toMatchObject({ data: 0, result: 0 })
    expect(await product.as('quality').post('/workflow/abort', { procInstId: id })).toMatchObject({ code: 200 })
  })
})

describe('files', () => {
  const pdf = Buffer.from('%PDF-1.4 tiny')

  it('are of a kind that the field takes, the person’s own, and not too many', async () => {
    const quality = product.as('quality')
    const [mine, text, other] = [await quality.upload('发票.pdf', pdf), await quality.upload('说明.txt', pdf),
      await product.as('songtao').upload('别人.pdf', pdf)]
    const invoiced = (invoiceFiles: readonly string[]) => claim([paperRow('10.00', { invoiceType: '1', invoiceFiles })])
    const fieldsOf = async (business: FormValue) => on.refusal(await on.apply(quality, business)).fields
    expect(await fieldsOf(invoiced([]))).toEqual({ 'items.0.invoiceFiles': expect.stringContaining('发票附件') as unknown })
    expect(await fieldsOf(invoiced([text]))).toMatchObject({
      'items.0.invoiceFiles.0': expect.stringMatching(/^不支持的文件类型！.+不在可以上传的类型中：pdf, ofd, xml, png, jpg$/) as unknown,
    })
    expect(await fieldsOf(invoiced([other]))).toMatchObject({ 'items.0.invoiceFiles': '附件不存在' })
    expect(await fieldsOf(claim([row('1.00')], { attachmentList: ['nowhere'] }))).toMatchObject({ attachmentList: '附件不存在' })
    expect(await fieldsOf(invoiced(Array.from({ length: 21 }, (_, index) => `f${index}`)))).toMatchObject({
      'items.0.invoiceFiles': '最多上传20个',
    })
    const id = await on.file('quality', invoiced([mine]), { confirmed: ['vouchers.notCompared'] })
    // a file may be evidence of one document only
    expect(await fieldsOf(invoiced([mine]))).toMatchObject({
      'items.0.invoiceFiles': expect.stringMatching(/^文件“发票.pdf”已在单据BX\d+中使用$/) as unknown,
    })
    expect(await product.as('songtao').get(`/oaserver/attachment/download?id=${mine}`)).toMatchObject({ status: 404 })
    expect((await product.app.inject({ url: `/oaserver/isDelFile?id=${mine}` })).statusCode).toBe(401)
    expect(await quality.delete(`/oaserver/attachment/${mine}`)).toMatchObject({ code: 42009 })
    await on.passThrough(id, { say: { accountantReview: { business: { paperReceived: true } } } })
  })
})
