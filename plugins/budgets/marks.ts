import type { DocumentMark } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface DocumentMarks {
    overBudget: true
  }
}

/** Documents that go beyond a budget. */
export const overBudget: DocumentMark = { role: 'overBudget', cn: '超预算', en: 'Over budget', tone: 'red' }
