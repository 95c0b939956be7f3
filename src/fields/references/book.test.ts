import { expect, it, vi } from 'vitest'
import { createBook } from './reference-book.ts'

const macrotask = () => new Promise((resolve) => setTimeout(resolve))

it('asks for unknown ids of one moment together, once, and tells when they are there', async () => {
  const find = vi.fn(async (_: string, ids: readonly string[]) => ids.map((id) => ({ id, name: `name of ${id}`, enabled: true })))
  const book = createBook(find)
  const listener = vi.fn()
  book.subscribe(listener)
  book.need('person', ['a'])
  book.need('person', ['a', 'b'])
  await macrotask()
  book.need('person', ['b'])
  await macrotask()
  expect(find.mock.calls).toEqual([['person', ['a', 'b']]])
  expect(book.get('person', 'b')?.name).toBe('name of b')
  expect(listener).toHaveBeenCalledTimes(1)
})

it('tells a name that is on its way from one that does not exist', async () => {
  const book = createBook(async () => [])
  book.need('person', ['gone'])
  expect(book.isMissing('person', 'gone')).toBe(false)
  await macrotask()
  expect(book.isMissing('person', 'gone')).toBe(true)
})

it('keeps what an offered record told when a poorer one comes', () => {
  const book = createBook(async () => [])
  book.learn('bankAccount', [{ id: '1', name: 'card', enabled: true, account: '6222' }])
  book.learn('bankAccount', [{ id: '1', name: 'card', enabled: true }])
  expect(book.get('bankAccount', '1')).toMatchObject({ account: '6222' })
})

it('asks again for what could not be asked, after a while: whoever is told of the failure is drawn anew and needs the same', async () => {
  vi.useFakeTimers()
  const find = vi.fn(async () => Promise.reject(new Error('no line')))
  const book = createBook(find)
  book.subscribe(() => book.need('person', ['a']))
  book.need('person', ['a'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(find).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  book.need('person', ['a'])
  await vi.advanceTimersByTimeAsync(0)
  expect(find).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
