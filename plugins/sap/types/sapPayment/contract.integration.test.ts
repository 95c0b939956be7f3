import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { duePayment, itemsOf, supplierOf } from '#plugins/sap/testing.ts'
import { sapPayment } from './index.ts'

const rowOf = (change: FormValue) => (filled: FormValue) => ({ ...filled,
  items: (filled['items'] as FormValue[]).map((row, index) => (index === 0 ? { ...row, ...change } : row)) })
const down: FormValue = { sapPayKind: '1', poNo: '4500200001', items: [{ subtotal: '100.00', thisPayAmount: '100.00', itemText: '订金' }] }

describeForm(sapPayment, {
  by: 'buyer',
  posted: true,
  filled: async (support) => duePayment({ supplier: await supplierOf(support, 'V200001'), items: await itemsOf(support, 'V200001') }),
  edges: {
    'SP-01': { breaks: { items: [row('10.00'), row('-10.00')] }, keeps: { items: [row('10.00'), row('-9.99')] } },
    'SP-01-row': { breaks: rowOf({ thisPayAmount: '0.00' }), keeps: rowOf({ thisPayAmount: '0.01' }) },
    'SP-01-subtotal': { breaks: rowOf({ subtotal: '0.00' }), keeps: rowOf({ subtotal: '0.01' }) },
    'SP-02': { breaks: { items: [row('10.00', { thisPayAmount: '10.01' })] },
      keeps: { items: [row('10.00', { thisPayAmount: '10.00' })] } },
    'SP-02-total': { breaks: { items: [row('10.00', { openAmount: '12.00', thisPayAmount: '10.01' })] }, keeps: { items: [row('10.00')] } },
    'SP-06': { breaks: { planPayDate: '2026-11-20', items: [row('10.00', { dueDate: '2026-11-21' })] },
      keeps: { planPayDate: '2026-11-21', items: [row('10.00', { dueDate: '2026-11-21' })] } },
    'SP-08': { breaks: { items: [row('-0.01')] }, keeps: { items: [row('0.01')] } },
    'SP-09': { breaks: { ...down, prepaymentWriteOffDate: '2026-11-20' }, keeps: { ...down, prepaymentWriteOffDate: '2026-11-21' } },
    'SP-10': { breaks: { planPayDate: '2026-11-19' }, keeps: { planPayDate: '2026-11-20' } },
  },
  say: { financeManager: { business: { houseBank: 'CCB01' } } },
  passes: ['deptHead: qianhong', 'accountantReview: accountant', 'financeManager: finance', 'sapPost: system', 'cashier: cashier'],
})

function row(amount: string, change: FormValue = {}): FormValue {
  return { sapDocNo: '5110001001', fiscalYear: 2026, lineNo: 1, postingDate: '2026-10-13', dueDate: '2026-11-12', subtotal: amount,
    openAmount: amount, thisPayAmount: amount, itemText: '货款', ...change }
}
