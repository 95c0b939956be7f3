import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { firstOf } from '#plugins/payments/types/testing.ts'
import { contractEdges, contractSay, draftOf } from '../testing.ts'
import { line, passed, reviewedClause, reviewedEdges } from '../testing-reviewed.ts'
import { purchaseContract } from './index.ts'

describeForm(purchaseContract, {
  by: 'quality',
  filled: async (support) => {
    const { db } = support.product.database
    return {
      ...(await draftOf(support, 'quality')),
      contractType: 'single',
      subjectType: 'material',
      supplier: await firstOf(db, 'supplier'),
      purchaseOrg: '1000',
      deliveryDate: '2026-12-20',
      useSole: '0',
      items: [line('1000.00', { rowId: 'i1', itemName: '连接器 2.54', material: await firstOf(db, 'material') })],
      clauses: [{ ...reviewedClause, rowId: 'c1' }],
    }
  },
  edges: {
    ...contractEdges,
    ...reviewedEdges,
    'P-R1': { breaks: { amount: '50000.00' }, keeps: { amount: '49999.99' } },
  },
  elsewhere: ['P-R2', 'P-R3', 'P-R4', 'P-R5', 'X-R5'],
  say: { ...contractSay, clauseReview: passed },
  passes: ['deptHead: yangfan', 'ownerPurchase: buyer', 'clauseReview: yangfan', 'legal: sunyue', 'finance: accountant', 'seal: sunyue',
    'archive: sunyue'],
})
