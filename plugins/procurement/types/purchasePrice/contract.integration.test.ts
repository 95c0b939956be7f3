import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { priceOf } from '../testing-prices.ts'
import { purchasePrice } from './index.ts'

const row = (change: FormValue, more: FormValue = {}) => (filled: FormValue): FormValue => ({ ...filled, ...more,
  items: rowsAt(filled, 'items').map((each) => ({ ...each, ...change })) })

describeForm(purchasePrice, {
  by: 'dongmei',
  filled: (support) => priceOf(support),
  passes: ['purchaseManager: buyer', 'cost: accountant'],
  edges: {
    'PP-R5': { breaks: row({ priceUnit: 5 }), keeps: row({ priceUnit: 10 }) },
    'PP-R6': { breaks: row({ newPrice: '0.000000' }), keeps: row({ newPrice: '0.000001' }) },
    'PP-R7': { breaks: row({ packQty: '300.000' }), keeps: row({ packQty: undefined }) },
    'PP-R8': { breaks: row({ validTo: '2026-11-19' }), keeps: row({ validTo: '2026-11-20' }) },
    'PP-R9': { breaks: row({ validFrom: '2026-10-31' }), keeps: row({ validFrom: '2026-11-01' }) },
    'PP-R10': { breaks: (filled) => ({ ...filled, quotes: rowsAt(filled, 'quotes').slice(1) }), keeps: {} },
  },
  elsewhere: ['PP-R1', 'PP-R1-down', 'PP-R4'],
})
