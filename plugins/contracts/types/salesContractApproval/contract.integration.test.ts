import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { firstOf } from '#plugins/payments/types/testing.ts'
import { contractEdges, contractSay, draftOf } from '../testing.ts'
import { line, passed, reviewedClause, reviewedEdges } from '../testing-reviewed.ts'
import { salesContractApproval } from './index.ts'

describeForm(salesContractApproval, {
  by: 'quality',
  filled: async (support) => {
    const { db } = support.product.database
    return {
      ...(await draftOf(support, 'quality')),
      contractType: 'single',
      subjectType: 'product',
      customer: await firstOf(db, 'customer'),
      salesChannel: 'domestic',
      tradeTerm: 'dom',
      deliveryDate: '2026-12-20',
      isCustom: '0',
      items: [line('1000.00', { rowId: 'i1', material: await firstOf(db, 'material') })],
      clauses: [{ ...reviewedClause, rowId: 'c1' }],
    }
  },
  edges: { ...contractEdges, ...reviewedEdges },
  elsewhere: ['X-R3', 'X-R5'],
  say: { ...contractSay, clauseReview: passed,
    finance: { ...contractSay['finance'], business: { items: [{ rowId: 'i1', grossMargin: '22' }] } } },
  passes: ['deptHead: yangfan', 'salesManager: sales', 'clauseReview: yangfan', 'legal: sunyue', 'finance: accountant', 'seal: sunyue',
    'archive: sunyue'],
})
