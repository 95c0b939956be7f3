import { amount, count, entries } from '#plugins/statistics/measures.ts'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'

/** Contracts, with their due and paid amounts. */
export const contractLedger: StatisticsPage = {
  ...addresses.contractLedger,
  topic: 'budget',
  person: { cn: '合同经办人', en: 'Contract owner' },
  range: '60',
  facts: [],
  register: 'contracts',
  dimensions: {
    class: { cn: '合同类别', en: 'Class', of: { dict: 'contractClass' } },
    type: { cn: '合同类型', en: 'Type', of: { dict: 'contractType' } },
    company: { cn: '我方签约公司', en: 'Signing company', of: { dict: 'company' } },
    counterparty: { cn: '对方单位', en: 'Counterparty', of: 'text' },
    status: { cn: '执行状态', en: 'Execution status', of: { dict: 'contractExecState' } },
    supplementary: { cn: '补充合同', en: 'Supplementary', of: { dict: 'yesNo' } },
    expiry: { cn: '到期月份', en: 'Month of expiry', of: 'text' },
    window: {
      cn: '到期时间',
      en: 'Expiry',
      of: {
        values: { expired: { cn: '已到期', en: 'Expired' }, in30: { cn: '30 天内', en: 'Within 30 days' },
          in90: { cn: '31–90 天', en: '31–90 days' }, in180: { cn: '91–180 天', en: '91–180 days' },
          later: { cn: '180 天以后', en: 'After 180 days' }, over: { cn: '已完成或终止', en: 'Completed or terminated' } },
      },
    },
  },
  measures: {
    contracts: entries('合同数', 'Contracts', { cn: '签订日在此期间的合同数', en: 'Contracts signed in the period' }),
    amount: amount('合同金额', 'Amount', {
      hint: { cn: '这些合同的金额，折算为人民币；没有汇率的外币合同不计',
        en: 'Amounts of these contracts, in RMB. Contracts in another currency without a rate don’t count' },
    }),
    paid: amount('已付', 'Paid', { hint: { cn: '这些合同截至数据日的付款', en: 'Paid on these contracts up to the date of the data' } }),
    held: amount('审批中', 'In approval'),
    unpaid: amount('未付', 'Unpaid', {
      hint: { cn: '合同金额减去已付；没有总金额的框架合同不计', en: 'Amount less paid. Framework contracts without an amount don’t count' },
    }),
    paidRate: { cn: '已付比例', en: 'Share paid', unit: 'percent', of: 'if amount = 0 then null else paid / amount' },
    ending: count('30 天内到期', 'Expiring within 30 days', { isBad: true,
      hint: { cn: '未完成或终止、今天起 30 天内到期的合同',
        en: 'Contracts neither completed nor terminated that expire within 30 days from today' } }),
    expired: count('已到期', 'Expired', { isBad: true }),
  },
  groupBy: ['counterparty', 'type', 'status'],
  headline: ['contracts', 'amount', 'paid', 'unpaid', 'ending'],
  charts: [
    { kind: 'steps', cn: '按到期月份', en: 'By month of expiry', measure: 'contracts', by: 'expiry' },
    { kind: 'share', cn: '按执行状态', en: 'By execution status', measure: 'contracts', by: 'status' },
  ],
  filters: ['type', 'class', 'company', 'counterparty', 'status', 'window', 'person'],
}
