import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { anySupplier, quotation, service, serviceRow } from '../testing.ts'
import { serviceFeeApply } from './index.ts'

const costing = (unitPrice: string, change: FormValue = {}): FormValue => ({ items: [serviceRow({ unitPrice })], ...change })
const quoted = { singleSourceReason: '原厂独家授权的校准服务' }
const plan = (...percents: readonly number[]) => ({
  paymentPlan: percents.map((percent, index) => ({ rowId: `p${index}`, percent, planDate: '2026-12-31' })),
})

describeForm(serviceFeeApply, {
  by: 'quality',
  filled: async ({ product }) => service({ supplier: await anySupplier(product) }),
  edges: {
    'FW-01': { breaks: { items: [] }, keeps: {} },
    'FW-02': { breaks: costing('10000.01'), keeps: costing('10000.00') },
    'FW-03': { breaks: { ...costing('20000.01', quoted), ...plan(50, 49) }, keeps: { ...costing('20000.01', quoted), ...plan(50, 50) } },
    'FW-04': {
      breaks: costing('10001.00', { quotes: [quotation('1'), quotation('2'), quotation('3')] }),
      keeps: costing('10001.00', { quotes: [quotation('1', { selected: true }), quotation('2'), quotation('3')] }),
    },
    'FW-05': {
      breaks: costing('10001.01', { quotes: [quotation('1', { selected: true }), quotation('2'), quotation('3')] }),
      keeps: costing('10001.00', { quotes: [quotation('1', { selected: true }), quotation('2'), quotation('3')] }),
    },
    'FW-06': { breaks: costing('0.00'), keeps: costing('0.01') },
    'QT-01': {
      breaks: costing('10001.00', { quotes: [quotation('1', { amount: '0.00' })] }),
      keeps: costing('10001.00', { quotes: [quotation('1', { amount: '0.01' })] }),
    },
  },
  passes: ['deptHead: yangfan', 'accountantReview: accountant'],
})
