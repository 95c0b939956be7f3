import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { costRow, otherPayment } from '../testing.ts'
import { disbursement } from './index.ts'

const items = (...rows: readonly FormValue[]) => ({ items: rows })
const row = (change: FormValue) => items(costRow('1000.00', change))
const advance = (day: string) => ({ disburseKind: '1', prepaymentWriteOffDate: day, supplier: 'x' })

describeForm(disbursement, {
  by: 'quality',
  filled: () =>
    otherPayment([costRow('800.00'), costRow('200.00', { expenseDetail: '运费', thisPayAmount: '150.00' })], { payMethod: '4' }),
  edges: {
    'FK-01': { breaks: items(costRow('5.00'), costRow('-5.00')), keeps: items(costRow('5.00'), costRow('-4.99')) },
    'FK-01-row': { breaks: row({ thisPayAmount: '0.00' }), keeps: row({ thisPayAmount: '0.01' }) },
    'FK-01-subtotal': { breaks: row({ subtotal: '0.00' }), keeps: row({ subtotal: '0.01' }) },
    'FK-02': { breaks: items(), keeps: row({}) },
    'FK-03': { breaks: row({ thisPayAmount: '1000.01' }), keeps: row({ thisPayAmount: '1000.00' }) },
    'FK-03-total': { breaks: row({ thisPayAmount: '1000.01' }), keeps: row({}) },
    'FK-03-below': { breaks: items(costRow('-5.00'), costRow('4.99')), keeps: items(costRow('-5.00'), costRow('5.01')) },
    'FK-04': { breaks: { disburseKind: '4' }, keeps: { disburseKind: '9' } },
    'FK-05': { breaks: { disburseKind: '1' }, keeps: advance('2026-12-20') },
    'FK-05-range': { breaks: advance('2026-11-20'), keeps: advance('2026-11-21') },
    'FK-09': { breaks: { ...row({ subtotal: '1000.01', thisPayAmount: '1000.01' }), payMethod: '4' },
      keeps: { ...row({}), payMethod: '4' } },
    'FK-11': { breaks: { payMethod: '2', currencyType: 'USD' }, keeps: { payMethod: '2', currencyType: 'CNY' } },
    'FK-12': { breaks: { planPayDate: '2026-11-19' }, keeps: { planPayDate: '2026-11-20' } },
    'FK-13': { breaks: row({ invoiceLater: true, invoiceDueDate: '2026-11-20' }),
      keeps: row({ invoiceLater: true, invoiceDueDate: '2026-11-21' }) },
  },
  elsewhere: ['FK-08', 'FK-14', 'FK-15', 'FK-16'],
  say: { cashier: { business: { payStatus: '2', payDate: '2026-11-20' } } },
  passes: ['deptHead: yangfan', 'accountantReview: accountant', 'financeManager: finance', 'cashier: cashier'],
})
