import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { salesPriceOf } from '../testing.ts'
import { salesPriceEntry } from './index.ts'

const row = (change: FormValue) => (filled: FormValue): FormValue => ({ ...filled,
  items: rowsAt(filled, 'items').map((each) => ({ ...each, ...change })) })

describeForm(salesPriceEntry, {
  by: 'quality',
  filled: (support) => salesPriceOf(support),
  passes: ['deptHead: yangfan', 'salesManager: sales', 'finance: accountant'],
  edges: {
    'SP-R3': { breaks: row({ validFrom: '2026-11-01', validTo: '2026-11-19' }),
      keeps: row({ validFrom: '2026-11-01', validTo: '2026-11-20' }) },
    'SP-R4': { breaks: row({ newPrice: '0.000000' }), keeps: row({ newPrice: '0.000001' }) },
    'SP-R5': { breaks: row({ validFrom: '2027-01-01' }), keeps: row({ validFrom: '2026-12-31' }) },
  },
  elsewhere: ['SP-R1'],
})
