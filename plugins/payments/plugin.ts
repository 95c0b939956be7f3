import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { days, dictionary, parameters, rmb } from '#plugins/forms/kit.ts'
import { cn, en } from './texts.ts'
import { disbursement } from './types/disbursement/index.ts'
import { qualityClaim } from './types/qualityClaim/index.ts'
import { limits } from './approval-limits.ts'

/** Dictionaries of payments and quality claims, and their limits. */
const dictionaries: readonly Dictionary[] = [
  dictionary('disburseKind', '付款类别', 'Payment type',
    '1 预付款/Prepayment; 2 员工借款/Employee advance; 3 合同付款/Contract payment; 4 服务费付款/Service fee payment; 5 费用采购付款/Purchase payment; ' +
      '6 押金保证金/Deposit; 7 税费社保/Tax and social security; 9 其他付款/Other'),
  dictionary('payMethod', '付款方式', 'Payment method',
    '1 银行转账/Bank transfer; 2 承兑汇票/Acceptance bill; 3 电汇/Wire transfer; 4 现金/Cash; 5 网银代发/Payroll batch'),
  dictionary('paymentStage', '付款条款', 'Payment term', '1 预付/Prepayment; 2 到货/Receipt; 3 验收/Acceptance; 4 质保/Warranty'),
  dictionary('payStatus', '付款状态', 'Payment status', '0 未付/Unpaid; 1 部分付/Partly paid; 2 已付/Paid'),
  dictionary('claimSource', '索赔来源', 'Claim source',
    '1 客户索赔/Customer claim; 2 市场退货/Market return; 3 现场返工/On-site rework; 4 挑选费/Sorting fee; 5 换货运费/Replacement freight; 9 其他/Other'),
  dictionary('responsibleParty', '责任方', 'Liable party',
    '1 供应商/Supplier; 2 生产/Production; 3 研发设计/R&D design; 4 质量检验/Quality inspection; 5 物流/Logistics; 6 客户/Customer; 9 待定/To be determined'),
  dictionary('claimResult', '处理结果', 'Claim result',
    '1 全额接受/Accepted in full; 2 部分接受/Partly accepted; 3 让步协商/Settled by negotiation; 4 拒绝/Refused'),
  parameters('paymentRule', { cn: '付款规则', en: 'Payment rules' }, {
    cashLimit: ['1000', '现金付款上限', 'Cash payment limit', rmb],
    planDays: ['3', '期望付款日期默认为提交后几天', 'Default pay-by date, days after submission', days],
    writeOffDays: ['180', '预付款须在多少天内冲销', 'Days to offset a prepayment', days],
    tripWriteOffDays: ['30', '出差借款在出差结束后多少天内冲销', 'Days to offset a travel advance after the trip', days],
  }),
  limits.dictionary,
]

const forms = [disbursement, qualityClaim]

/** Payments with partial payments, advances and repayments, and quality claims. */
export default definePlugin({
  id: 'payments',
  requires: ['budgets', 'cost-centres', 'currencies', 'expense-types', 'forms', 'masters', 'projects', 'system'],
  permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))),
  forms,
  formGroups: [{ id: 'payment', cn: '付款', en: 'Payments', sort: 40 }],
  dictionaries,
  roles: [{ key: 'qualityEngineer', cn: '质量工程师', en: 'Quality engineer', sort: 17 }],
  locales: { cn, en },
})
