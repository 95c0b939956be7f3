import type { DocumentMark } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface DocumentMarks {
    fiveMOverdue: true
  }
}

/** A temporary change in production that is still in approval after its planned end. */
export const overdueMark: DocumentMark = { role: 'fiveMOverdue', cn: '变更超期', en: 'Change overdue', tone: 'red' }
