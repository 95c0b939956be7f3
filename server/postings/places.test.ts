import { expect, it } from 'vitest'
import { integer, table, text } from '#kernel/fields.ts'
import type { Posts } from '#kernel/form.ts'
import { shownPath } from './checks.ts'

const label = { cn: '行', en: 'Lines' }
const form = { fields: { title: text(label), items: table({ ...label, columns: { itemNo: integer(label), material: text(label) } }) } }
const posts: Posts = { id: 'p', ...label, at: 'end', call: 'x', body: { title: 'title', materials: 'items.material' },
  lists: { lines: { table: 'items', entry: { itemNo: 'itemNo' } } } }
const value = { items: [{ rowId: 'a' }, { rowId: 'b' }] }

it('leads from an entry to its field, its column, or the row of its list', () => {
  const at = (field: string, row?: number) => shownPath(form, posts, value, { line: '', field, row })
  expect(at('title')).toBe('title')
  expect(at('materials', 1)).toBe('items.1.material')
  expect(at('lines', 1)).toBe('items.1')
  expect(at('lines')).toBe('items')
})
