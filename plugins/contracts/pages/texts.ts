import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  open: { cn: '详情', en: 'Details' },
  openName: { cn: '查看合同“{name}”', en: 'Open contract “{name}”' },
  expired: { cn: '已过期', en: 'Expired' },
  endsToday: { cn: '今天到期', en: 'Ends today' },
  endsIn: { cn: '{count} 天后到期', en: 'Ends in {count} days' },
  endsIn_one: { cn: '{count} 天后到期', en: 'Ends in {count} day' },
  terms: { cn: '付款条款', en: 'Payment terms' },
  term: { cn: '条款', en: 'Term' },
  share: { cn: '比例', en: 'Share' },
  termAmount: { cn: '条款金额', en: 'Amount' },
  paid: { cn: '已付', en: 'Paid' },
  held: { cn: '审批中', en: 'In approval' },
  termOpen: { cn: '未付', en: 'Open' },
  noCap: { cn: '不限额', en: 'No cap' },
  payments: { cn: '付款记录', en: 'Payments' },
  noPayments: { cn: '还没有付款', en: 'No payments yet' },
  amount: { cn: '金额', en: 'Amount' },
  time: { cn: '时间', en: 'Time' },
  document: { cn: '单据', en: 'Document' },
  hiddenDocument: { cn: '无权查看的单据', en: 'You don’t have access to this document' },
  supplements: { cn: '补充合同', en: 'Supplements' },
  versions: { cn: '版本', en: 'Versions' },
  version: { cn: '第 {n} 版', en: 'Version {n}' },
  details: { cn: '合同信息', en: 'Contract' },
  approvedBy: { cn: '审批单据', en: 'Approved in' },
})

export const useContractText = definePartText<keyof typeof cn>({ cn, en })
