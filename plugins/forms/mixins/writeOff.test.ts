import { expect, it } from 'vitest'
import { money } from '#kernel/fields.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { writeOff } from './writeOff.ts'

const form = defineForm({
  key: 'sample',
  cn: '示例',
  en: 'Sample',
  path: '/sample',
  prefix: 'T',
  group: 'test',
  icon: 'x',
  flow: defineFlow([]),
  fields: { ...writeOff, approvedAmount: money({ cn: '核准金额', en: 'Approved' }) },
})
const advances: Readonly<Record<string, string>> = { first: '300.00', second: '500.00' }
const known: FormFacts = { ...facts,
  reference: (kind, id) => (kind === 'documentLink' ? { id, remaining: advances[id], decimals: ['remaining'] } : undefined) }
const amounts = (approvedAmount: string, items: readonly object[]) =>
  (withDefaults(form, { approvedAmount, writeOffFlag: '1', writeOffItems: items }, known)['writeOffItems'] as readonly {
    writeOffAmount?: string
  }[]).map((row) => row.writeOffAmount)

it('an advance is written off as far as it and the claim go, a further one as far as the rest of the claim goes', () => {
  expect(amounts('1000.00', [{ rowId: '1', disbursement: ['first'] }])).toEqual(['300.00'])
  expect(amounts('400.00', [{ rowId: '1', disbursement: ['first'], writeOffAmount: '300.00' }, { rowId: '2', disbursement: ['second'] }]))
    .toEqual(['300.00', '100.00'])
  expect(amounts('300.00', [{ rowId: '1', disbursement: ['first'], writeOffAmount: '300.00' }, { rowId: '2', disbursement: ['second'] }]))
    .toEqual(['300.00', '0.00'])
})
