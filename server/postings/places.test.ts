import { expect, it } from 'vitest'
import { approve, defineFlow, departmentHead } from '#kernel/flow.ts'
import { integer, table, text } from '#kernel/fields.ts'
import type { Posts } from '#kernel/form.ts'
import { checkProblems, shownPath } from './checks.ts'
import type { PostingCall } from './posting.ts'

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

it('tells one sentence about a field once, however many postings are made of it', async () => {
  const judging = (sentence: string): PostingCall => ({ system: { cn: '仓库', en: 'Store' }, send: async () => ({ outcome: 'unknown' }),
    check: async () => ({ outcome: 'checked',
      details: ['title', 'again'].map((field) => ({ severity: 'error', code: 'tooLong', message: sentence, field })) }) })
  const both = ['x', 'y', 'z'].map((call): Posts => ({ id: call, ...label, at: 'completion', call,
    body: { title: 'title', again: 'title' } })
  )
  const host = { db: {} as never, postingCalls: new Map([['x', judging('')], ['y', judging('')], ['z', judging('40')]]), env: {} as never,
    clock: { now: () => new Date(0) } }
  const judged = { ...form, rules: [], flow: defineFlow([approve('head', departmentHead('d'), label)]), posts: both } as never
  const problems = await checkProblems(host, { form: judged, value: { title: 'a' },
    facts: { today: '2026-11-20', now: '2026-11-20 10:00:00' } as never, node: 'head' })
  expect(problems.map(({ field, parameters }) => [field, parameters?.['message']])).toEqual([['title', 'tooLong'], ['title', 'tooLong 40']])
})
