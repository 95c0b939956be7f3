import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Db } from '#server/database/tables.ts'
import { type Before, type DemoStory, type NodeAnswer, type Records, before, budgetUnitOf, categoryId, cells, costCenterId, dayFrom,
  recordsOf, toCompany } from '#plugins/demo/server/public-api.ts'

/**
 * `days ago | initiator | department | name | type | subject | counterparty | amount | percentages | duration in days | final state | node
 * where it stops`
 */
const approvals = `
240 | linfang | sz-hr | 员工班车租赁 | lease | service | 苏州恒通客运有限公司 | 96000.00 | 0 100 0 0 | 365 | completed |
205 | quality | sz-quality | 模具保养服务 | service | service | 上海精工模具有限公司 | 38000.00 | 30 0 70 0 | 365 | completed |
170 | it | sz-it | 样品货运服务 | service | service | 昆山捷达物流有限公司 | 72000.00 | 50 50 0 0 | 365 | completed |
140 | sunyue | sz-office | 展厅装修 | construction | engineering | 苏州博览展示工程有限公司 | 158000.00 | 30 30 30 10 | 200 | completed |
110 | head | sz-rd | 算法联合开发 | technical | service | 苏州智测科技有限公司 | 120000.00 | 40 0 60 0 | 300 | completed |
95 | linfang | sz-hr | 年度体检框架 | framework | service | 苏州康宁体检中心 | 0.00 | 0 100 0 0 | 365 | completed |
60 | it | sz-it | 测试账号保密协议 | nda | other | 苏州信安软件有限公司 | 0.00 | 0 0 0 0 | 700 | completed |
30 | jiangyi | sz-export | 东南亚代理协议 | agency | other | Saigon Trading Co., Ltd | 45000.00 | 100 0 0 0 | 365 | voided | finance
25 | quality | sz-quality | 挑选外包服务 | service | service | 苏州诚检人力有限公司 | 26000.00 | 0 100 0 0 | 180 | refused | legal
18 | zhoujie | sz-hr | 内训师合作 | service | service | 苏州启明企业管理咨询有限公司 | 20000.00 | 50 50 0 0 | 200 | revoked | legal
6 | quality | sz-quality | 第三方检验服务 | service | service | 苏州信诚检验服务有限公司 | 54000.00 | 20 0 80 0 | 365 | running | legal
4 | it | sz-it | 网络安全维保 | service | service | 苏州信安软件有限公司 | 48000.00 | 50 50 0 0 | 365 | running | legal
2 | linfang | sz-hr | 绿植租摆 | lease | property | 苏州绿意园艺有限公司 | 18000.00 | 0 100 0 0 | 365 | running | deptHead
`

const bearerOf = (department: string): string => budgetUnitOf(department) ?? department

/** Contracts in every state, with payments under some of them. */
export const contractStories = async (db: Db,
  anchor: Date): Promise<readonly DemoStory[]> => [...(await reviewedStories(db, anchor)),
  ...approvals.trim().split('\n').map((line) => approval(anchor, line)), ...payments.map((plan) => payment(db, anchor, plan))]

function approval(anchor: Date, line: string): DemoStory {
  const [ago, by, department, contractName, contractType, subjectType, counterparty, amount, percents, runs, ends, waitsAt] = cells(line,
    12)
  const at = before(anchor, Number(ago), 10)
  return {
    type: 'contractApproval',
    name: `contract ${contractName}`,
    by,
    at,
    ends: ends as DemoStory['ends'],
    ...(waitsAt !== '' && { waitsAt }),
    say: approvers,
    because: '对方报价有变，重新谈判',
    files: { contractFullText: [`${contractName}.pdf`] },
    value: (): FormValue => ({
      title: `${contractName}合同`,
      applicantDept: department,
      contractName,
      contractType,
      contractClass: 'ancillary',
      subjectType,
      counterparty,
      currencyType: 'CNY',
      taxRate: '6',
      amount,
      signCompany: 'SZ',
      costCenter: costCenterId(bearerOf(department)),
      ...(Number(amount) > 0 && { expenseCategory: categoryId('OTHER') }),
      ...Object.fromEntries(percents.split(' ').map((share, index) => [shares[index], Number(share)])),
      ...(!percents.startsWith('0') && { prepaymentWriteOffDate: dayFrom(at, 90) }),
      paymentTerm: 'staged',
      settlementMethod: 'tt',
      signDate: dayFrom(at, 0),
      expiryDate: dayFrom(at, Number(runs)),
      ownerPerson: `u-${by}`,
      summary: `${contractName}，详见合同全文`,
      useTemplate: '1',
      sealType: ['contract'],
      copies: 2,
    }),
  }
}

interface PaymentPlan {
  readonly of: string
  readonly by: string
  readonly department: string
  readonly stage: string
  readonly amount: string
  readonly daysBefore: number
  readonly ends: DemoStory['ends']
}

/** A partly paid payment term, and one that waits for the cashier. */
const payments: readonly PaymentPlan[] = [
  { of: '模具保养服务', by: 'quality', department: 'sz-quality', stage: '3', amount: '9600.00', daysBefore: 60, ends: 'completed' },
  { of: '样品货运服务', by: 'it', department: 'sz-it', stage: '2', amount: '8400.00', daysBefore: 5, ends: 'running' },
]

/** DemoStory of a payment under a contract to its counterparty. */
function payment(db: Db, anchor: Date, { of, by, department, stage, amount, daysBefore, ends }: PaymentPlan): DemoStory {
  const at = before(anchor, daysBefore, 9)
  const bearing = bearerOf(department)
  return {
    type: 'disbursement',
    by,
    at,
    ends,
    ...(ends === 'running' && { waitsAt: 'cashier' }),
    files: { attachmentList: ['验收单.pdf'] },
    say: { cashier: { fill: (_, paid) => ({ payDate: dayFrom(paid, 0), payStatus: '2' }), files: { bankReceipt: ['银行回单.pdf'] } } },
    value: async (earlier: Before) => {
      const contract = await db.selectFrom('contract_ledger').select(['id', 'counterparty']).where('business_key', '=',
        earlier(`contract ${of}`).id).executeTakeFirstOrThrow()
      const { id: supplier } = await db.selectFrom('supplier').select('id').where('name_cn', '=', contract.counterparty).orderBy('code')
        .limit(1).executeTakeFirstOrThrow()
      return {
        title: `${of}付款`,
        applicantDept: department,
        bearingDept: bearing,
        costCenter: costCenterId(bearing),
        disburseKind: '3',
        payCompany: 'SZ',
        supplier,
        contractLink: contract.id,
        paymentTerm: stage,
        paymentReason: `${of}付款`,
        currencyType: 'CNY',
        payMethod: '1',
        overBudgetExplanation: '合同约定付款，已在年度计划内',
        items: [{ expenseDetail: of, expenseCategory: categoryId('OTHER'), thisPayAmount: amount, invoiceType: '4',
          noInvoiceReason: '发票随后由对方邮寄' }],
        ...toCompany(contract.counterparty, Number(stage)),
      }
    },
  }
}

/** `days ago | initiator | department | type | name | subject | partner | quantity | price | amount | percentages` */
const contracts = `
150 | dongmei | sz-purchase | purchase | 连接器采购 | material | 0 | 8000 | 12.50 | 100000.00 | 0 60 30 10
85 | dongmei | sz-purchase | purchase | 注塑外壳采购 | material | 2 | 5000 | 6.40 | 32000.00 | 0 90 0 10
40 | dongmei | sz-purchase | purchase | 芯片补货 | material | 1 | 2000 | 18.00 | 36000.00 | 0 100 0 0
130 | xulei | sz-domestic | sales | 家电控制板销售 | product | 0 | 3000 | 42.00 | 126000.00 | 30 70 0 0
70 | xulei | sz-domestic | sales | 传感器样机销售 | product | 1 | 200 | 380.00 | 76000.00 | 100 0 0 0
`

/** Purchasing and sales contracts with reviewed clauses. */
async function reviewedStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const records = await recordsOf(db)
  return contracts.trim().split('\n').map((row) => story(anchor, records, row))
}

function story(anchor: Date, { suppliers, customers, materials }: Records, row: string): DemoStory {
  const [ago, by, department, kind, contractName, subjectType, partner, qty, unitPrice, amount, percents] = cells(row, 11)
  const [at, isSale] = [before(anchor, Number(ago), 10), kind === 'sales']
  const ofKind: FormValue = isSale
    ? { customer: customers[Number(partner)], salesChannel: 'domestic', tradeTerm: 'dom', isCustom: '0' }
    : { supplier: suppliers[Number(partner)], purchaseOrg: '1000', useSole: '1', soleReason: '客户指定料号，仅此一家通过认证' }
  return {
    type: isSale ? 'salesContractApproval' : 'purchaseContract',
    name: `contract ${contractName}`,
    by,
    at,
    ends: 'completed',
    files: { contractFullText: [`${contractName}.pdf`] },
    say: { ...approvers, ...(isSale &&
      {
        finance: { ...approvers['finance'],
          fill: (value: FormValue) => ({ items: rowsAt(value, 'items').map(({ rowId }) => ({ rowId, grossMargin: '24' })) }) },
      }) },
    value: () => ({
      title: contractName,
      applicantDept: department,
      contractName,
      contractType: 'single',
      subjectType,
      currencyType: 'CNY',
      taxRate: '13',
      amount,
      signCompany: 'SZ',
      ...ofKind,
      deliveryDate: dayFrom(at, 45),
      ...Object.fromEntries(percents.split(' ').map((share, index) => [shares[index], Number(share)])),
      ...(!percents.startsWith('0') && { prepaymentWriteOffDate: dayFrom(at, 60) }),
      paymentTerm: 'staged',
      settlementMethod: 'tt',
      signDate: dayFrom(at, 0),
      expiryDate: dayFrom(at, 365),
      ownerPerson: `u-${by}`,
      summary: `${contractName}，数量${qty}`,
      useTemplate: '1',
      sealType: ['contract'],
      copies: 2,
      items: [{ rowId: 'i1', material: materials[Number(partner)], [isSale ? 'spec' : 'itemName']: contractName.slice(0, -2), qty,
        unit: 'pcs', unitPrice }],
      clauses: [{ rowId: 'c1', clauseType: 'quality', content: '按图纸与质量协议验收', department: 'sz-quality', reviewer: 'u-quality' }, {
        rowId: 'c2',
        clauseType: 'delivery',
        content: '合同签订后45天内交付',
        department: 'sz-purchase',
        reviewer: 'u-buyer',
      }],
    }),
  }
}

/** Fields of the payment percentages, in order. */
const shares = ['prepayPercent', 'receiptPercent', 'acceptancePercent', 'warrantyPercent'] as const

/** Approvers' comments, checks and values for contracts, by node. */
const approvers: Readonly<Record<string, NodeAnswer>> = {
  clauseReview: { comment: '条款可以接受',
    fill: (value) => ({ clauses: rowsAt(value, 'clauses').map(({ rowId }) => ({ rowId, result: 'pass' })) }) },
  legal: { comment: '条款已核对，同意', checks: ['party', 'liability', 'disputes', 'ip'] },
  finance: { comment: '付款比例与税率无误', checks: ['percentages', 'tax', 'account'] },
  seal: { comment: '已用印', checks: ['text'], files: { signedScan: ['盖章扫描件.pdf'] } },
  archive: { comment: '已归档', fill: () => ({ storageLocation: 'legal' }) },
}
