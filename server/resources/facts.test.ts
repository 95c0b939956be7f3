import { expect, it } from 'vitest'
import { defineFields, person, text } from '#kernel/fields.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { defineResource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { testCaller } from '#server/http/testing.ts'
import { checkFacts } from './input.ts'

const parcel = defineResource({ name: 'parcel', cn: '包裹', en: 'Parcel', base: '/test', path: '/parcels', table: 'parcel', key: 'code',
  columns: ['code'], scope: 'everyone', can: definePermissions('test:parcel', ['view', 'add', 'edit']),
  fields: defineFields({ code: text({ cn: '编码', en: 'Code', required: true, max: 10 }),
    keepers: person({ cn: '保管人', en: 'Keepers' }) }) })

/** Records a to c, of which the writer may only see a where the source is restricted. */
const check = (keepers: readonly string[], { stored = {}, isLimited = true }: { stored?: FormValue; isLimited?: boolean } = {}) =>
  checkFacts(undefined as never, {
    resource: parcel,
    value: { keepers },
    caller: testCaller('wang', []),
    stored: async () => stored,
    host: {
      departments: undefined as never,
      dictionary: undefined as never,
      references: { source: () => ({
        isLimited: () => isLimited,
        find: async (_: unknown, ids: readonly string[], reader?: unknown) =>
          ids.filter((id) => (reader && isLimited ? ['a'] : ['a', 'b', 'c']).includes(id)).map((id) => ({ id, name: id, enabled: true })),
        candidates: async () => ({ records: [], total: 0 }),
      }) } as never,
    },
  }).then(() => 'taken', (error: { fields: readonly { field: string }[] }) => error.fields.map(({ field }) => field))

it('a record names only what its writer is shown, and what stands there already', async () => {
  expect(await check(['a'])).toBe('taken')
  expect(await check(['a', 'b'])).toEqual(['keepers'])
  expect(await check(['a', 'b'], { stored: { keepers: ['b'] } })).toBe('taken')
  expect(await check(['b', 'c'], { stored: { keepers: ['b'] } })).toEqual(['keepers'])
  expect(await check(['a', 'b'], { isLimited: false })).toBe('taken')
  expect(await check(['x'], { isLimited: false })).toEqual(['keepers'])
})
