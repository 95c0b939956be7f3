import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { NodeAnswer } from '../stories/story.ts'

/** The fields of a contract's percentages, in their order. */
export const shares = ['prepayPercent', 'receiptPercent', 'acceptancePercent', 'warrantyPercent'] as const

/** The opinions, ticks and values of approvers of contracts. */
export const approvers: Readonly<Record<string, NodeAnswer>> = {
  clauseReview: { comment: '条款可以接受',
    fill: (value) => ({ clauses: rowsAt(value, 'clauses').map(({ rowId }) => ({ rowId, result: 'pass' })) }) },
  legal: { comment: '条款已核对，同意', checks: ['party', 'liability', 'disputes', 'ip'] },
  finance: { comment: '付款比例与税率无误', checks: ['percentages', 'tax', 'account'] },
  seal: { comment: '已用印', checks: ['text'], files: { signedScan: ['盖章扫描件.pdf'] } },
  archive: { comment: '已归档', fill: () => ({ storageLocation: 'legal' }) },
}
