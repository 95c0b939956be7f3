import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { licenceOf, licensed, productOwner } from '../testing.ts'
import { nvrAdartApply } from './index.ts'

const twice = (table: string, change: object) => (filled: FormValue) => ({
  [table]: [...rowsAt(filled, table), { ...rowsAt(filled, table)[0], rowId: 'again', ...change }],
})

describeForm(nvrAdartApply, {
  by: 'quality',
  chosen: productOwner,
  filled: (support) => licenceOf(support),
  say: { licenceAdmin: licensed('LIC-1') },
  passes: ['deptHead: yangfan', 'productOwner: rd', 'licenceAdmin: it'],
  edges: {
    'NA-R1': { breaks: { validTo: '2027-11-21' }, keeps: { validTo: '2027-11-20' } },
    'NA-R2': { breaks: { pledge: false }, keeps: {} },
    'NA-R5': { breaks: { validFrom: '2026-11-19' }, keeps: {} },
    'NA-R6': { breaks: { validTo: '2026-11-19' }, keeps: { validTo: '2026-11-20' } },
    'NA-R7': { breaks: twice('users', {}), keeps: twice('users', { person: 'u-yangfan' }) },
    'NA-R8': { breaks: twice('models', {}), keeps: twice('models', { licenceType: 'ai' }) },
  },
})
