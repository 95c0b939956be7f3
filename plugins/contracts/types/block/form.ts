import type { Section, Unique } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { basics, closing } from '#plugins/forms/kit.ts'

const first: readonly Section[] = [basics, { id: 'contract', cn: '合同信息', en: 'Contract' }, { id: 'parties', cn: '签约双方与期限',
  en: 'Parties and duration' }]
const money: readonly Section[] = [{ id: 'amount', cn: '金额', en: 'Amount' }, { id: 'terms', cn: '付款条款', en: 'Payment terms' }]
const last: readonly Section[] = [{ id: 'paper', cn: '文本、用印与归档', en: 'Text, seal and archive' }, ...closing]

export const contractSections: readonly Section[] = [...first, ...money, ...last]

/** Sections of a contract with lines and clause review. */
export const reviewedSections = (lines: Label,
  more: readonly Section[] = []): readonly Section[] => [...first, { id: 'items', ...lines }, ...money, ...more, { id: 'review',
  cn: '条款评审', en: 'Clause review' }, ...last]

/** The contract number is unique among live documents of all contract forms. */
export const numberedOnce: readonly Unique[] = [
  { among: 'live', by: ['contractNo'], across: 'contractNo', message: { cn: '合同编号已存在', en: 'The contract no. already exists' } },
]

/** Fields of a contract's subject in lists. */
export const subject = ['contractName', 'counterparty'] as const
