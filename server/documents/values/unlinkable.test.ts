import { expect, it } from 'vitest'
import { defineFields, reference } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { testCaller } from '#server/http/testing.ts'
import { unlinkableRecords } from './reference-problems.ts'

const form = { fields: defineFields({ carrier: reference({ cn: '承运商', en: 'Carrier', to: 'carrier' }) }) } as unknown as Form

/** The refused ids of a value with two carriers, of which the caller finds one; and the number of reads. */
async function refused(limits: { readonly isLimited: boolean; readonly omitsRecords?: boolean }) {
  let reads = 0
  const source = {
    isLimited: () => limits.isLimited,
    ...(limits.omitsRecords !== undefined && { omitsRecords: () => limits.omitsRecords }),
    find: async (_: unknown, ids: readonly string[]) => {
      reads += 1
      return ids.filter((id) => id === 'a').map((id) => ({ id, name: id, enabled: true }))
    },
  }
  const person = { host: { references: { source: () => source } } as never, db: undefined as never, caller: testCaller('wang', []) }
  const found = await unlinkableRecords(person, form, { value: { carrier: ['a', 'b'] }, before: undefined })
  return { ids: [...(found.get('carrier') ?? [])], reads }
}

it('records that a source leaves out for a person cannot be linked by them', async () => {
  expect(await refused({ isLimited: true })).toEqual({ ids: ['b'], reads: 1 })
  expect(await refused({ isLimited: true, omitsRecords: true })).toEqual({ ids: ['b'], reads: 1 })
})

it('are not looked for where a source only withholds attributes', async () => {
  expect(await refused({ isLimited: true, omitsRecords: false })).toEqual({ ids: [], reads: 0 })
  expect(await refused({ isLimited: false })).toEqual({ ids: [], reads: 0 })
})
