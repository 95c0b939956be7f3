import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'

/** Facts that opinions state at nodes of the flows. */
export const opinionFacts: readonly OpinionFact[] = [
  { key: 'arrivalTime', title: '到货时间', cn: '到货时间', en: 'Arrival time' },
  { key: 'actualEndTime', title: '还车时间', cn: '还车时间', en: 'Return time' },
  { key: 'smtOrderNo', title: 'SMT订单号', cn: 'SMT 订单号', en: 'SMT order number', pattern: '[A-Z0-9-]{6,20}',
    hint: { cn: '6–20 位大写字母、数字或 -', en: '6–20 capital letters, digits or hyphens' } },
]
