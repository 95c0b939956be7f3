import { afterEach, expect, it, vi } from 'vitest'
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

const unit = { cn: '仓库', en: 'Store' }
const many = (count: number) => ({ items: Array.from({ length: count }, (_, index) => ({ rowId: `r${index}`, material: `M-${index}` })) })
const perRow: Posts = { id: 'p', ...label, at: 'completion', call: 'x', rows: 'items', body: { material: 'material' } }
const judgedRows = { ...form, rules: [], flow: defineFlow([approve('head', departmentHead('d'), label)]), posts: [perRow] } as never
const problemsAt = (call: PostingCall, value: object, node = 'head') =>
  checkProblems({ db: {} as never, postingCalls: callsOf(call), env: {} as never, clock: { now: () => new Date(0) } }, { form: judgedRows,
    value: value as never, facts: { today: '2026-11-20', now: '2026-11-20 10:00:00' } as never, node })
const callsOf = (call: PostingCall) => known.get(call) ?? known.set(call, new Map([['x', call]])).get(call)!
const known = new WeakMap<PostingCall, ReadonlyMap<string, PostingCall>>()
const wrong = { severity: 'error', code: 'M3', message: 'unknown', field: 'material' } as const
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
afterEach(() => void vi.useRealTimers())

it('judges every one of 2,000 lines by the facts held here', async () => {
  const call: PostingCall = { system: unit, send: async () => ({ outcome: 'unknown' }), isAskingToCheck: () => false,
    check: async (_, { body }) => ({ outcome: 'checked',
      details: [199, 200, 1999].some((index) => JSON.stringify(body).includes(`"M-${index}"`)) ? [wrong] : [] }) }
  expect((await problemsAt(call, many(2_000))).map(({ field }) => field)).toEqual(['items.199.material', 'items.200.material',
    'items.1999.material'])
})

it('lets another system check 1,000 lines in the background, and lets nobody pass before it has', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  let isWrong = false
  const call: PostingCall = { system: unit, send: async () => ({ outcome: 'unknown' }), check: async (_, { body }) => {
    const text = JSON.stringify(body)
    asked.push(text)
    await sleep(100)
    return { outcome: 'checked', details: isWrong && text.includes('"M-999"') ? [wrong] : [] }
  } }
  const passed = async () => {
    const problems = problemsAt(call, many(1_000))
    await vi.advanceTimersByTimeAsync(15_000)
    return (await problems).map(({ field, code, parameters }) => [field, code, parameters?.['done'], parameters?.['all']])
  }
  const [[field, code, done, all] = []] = await passed()
  expect([field, code, all]).toEqual(['', 'postings.checking', 1_000])
  expect(done).toBeGreaterThan(500)
  isWrong = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toHaveLength(1_000)
  // the line that was found wrong is asked about again, and refused in the words of the other system
  expect(await passed()).toEqual([['items.999.material', 'postings.judged', undefined, undefined]])
  expect(asked).toHaveLength(1_001)
  // all were answered, so that nothing is remembered: what has changed meanwhile is seen
  await vi.advanceTimersByTimeAsync(1)
  void passed()
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.length).toBeGreaterThan(1_001)
})

it('does not ask a system that does not answer about further lines, and holds nobody up', async () => {
  vi.useFakeTimers()
  const asked: unknown[] = []
  const silent: PostingCall = { system: unit, send: async () => ({ outcome: 'unknown' }), check: async (_, { body }) => {
    asked.push(body)
    return { outcome: 'unavailable' }
  } }
  expect(await problemsAt(silent, many(1_000))).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(8)
})

it('waits for no background check where a document is filed', async () => {
  vi.useFakeTimers()
  const slow: PostingCall = { system: unit, send: async () => ({ outcome: 'unknown' }), check: async () => {
    await sleep(4_000)
    return { outcome: 'checked', details: [] }
  } }
  const problems = problemsAt(slow, many(100), 'start')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await problems).toEqual([])
})
