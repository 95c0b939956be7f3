import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { anySupplier, procurement, procurementRow } from '#plugins/expenses/types/testing.ts'
import { costBasedProcurement } from './index.ts'

const handled = { comment: '【到货时间：2026-11-28 10:00】' }

describeForm(costBasedProcurement, {
  by: 'quality',
  filled: () => procurement(),
  edges: {
    'FC-01': { breaks: { items: [] }, keeps: {} },
    'FC-02': { breaks: { items: [procurementRow({ unitPrice: '0.00' })] }, keeps: { items: [procurementRow({ unitPrice: '0.01' })] } },
    'FC-03': { breaks: { needDate: '2026-11-19' }, keeps: { needDate: '2026-11-20' } },
    'FC-07': {
      breaks: { procurementType: '2', items: [procurementRow({ unitPrice: '2000.00' })] },
      keeps: { procurementType: '2', items: [procurementRow({ unitPrice: '1999.99' })] },
    },
    'QT-01': {
      breaks: { items: [procurementRow({ unitPrice: '5001.00' })], quotes: [{ rowId: 'q1', supplierName: '甲', amount: '0.00' }] },
      keeps: { items: [procurementRow({ unitPrice: '5001.00' })], quotes: [{ rowId: 'q1', supplierName: '甲', amount: '0.01' }] },
    },
  },
  elsewhere: ['FC-04', 'FC-05', 'FC-06', 'FC-08'],
  say: async ({ product }) => ({
    procurementHandle: { ...handled, business: { items: [{ rowId: 'i1', supplier: await anySupplier(product) }] } },
  }),
  passes: ['deptHead: yangfan', 'accountantReview: accountant', 'procurementHandle: buyer', 'receipt: quality'],
})
