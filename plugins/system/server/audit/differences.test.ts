import { expect, it } from 'vitest'
import { differences } from './routes.ts'

const label = { cn: '名称', en: 'Name' }
const labelOf = (field: string) => (field === 'name' ? label : null)

it.each([
  ['a change', { name: 'a', same: [1], version: 1 }, { name: 'b', same: [1], version: 2 }, [{ field: 'name', label, before: 'a',
    after: 'b' }]],
  ['a beginning', null, { name: 'a', note: null }, [{ field: 'name', label, before: null, after: 'a' }]],
  ['an end', { name: 'a' }, null, [{ field: 'name', label, before: 'a', after: null }]],
  ['a field that came', { name: 'a' }, { name: 'a', rows: [{ id: 1 }] }, [{ field: 'rows', label: null, before: null,
    after: [{ id: 1 }] }]],
  ['nothing', null, null, []],
])('tells what differs in %s', (_, before, after, found) => {
  expect(differences(before, after, labelOf)).toEqual(found)
})
