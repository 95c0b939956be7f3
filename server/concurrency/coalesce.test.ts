import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Reads that the test answers, and the number of those started. */
function reads() {
  const open: { resolve(answer: string): void; reject(error: Error): void }[] = []
  return { open, read: () => new Promise<string>((resolve, reject) => open.push({ resolve, reject })) }
}

/** Lets settled promises continue. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('serves those who ask together with one read, and those who ask meanwhile with the next', async () => {
  const { open, read } = reads()
  const ask = coalesce(read)
  const first = [ask(), ask()]
  await nextTurn()
  const second = [ask(), ask(), ask()]
  await nextTurn()
  expect(open).toHaveLength(1)
  open[0]!.resolve('one')
  expect(await Promise.all(first)).toEqual(['one', 'one'])
  await nextTurn()
  expect(open).toHaveLength(2)
  open[1]!.resolve('two')
  expect(await Promise.all(second)).toEqual(['two', 'two', 'two'])
})

it('goes on after a failure, which all who shared it hear', async () => {
  const { open, read } = reads()
  const ask = coalesce(read)
  const first = Promise.allSettled([ask(), ask()])
  await nextTurn()
  const second = ask()
  open[0]!.reject(new Error('gone'))
  expect(await first).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await nextTurn()
  open[1]!.resolve('back')
  expect(await second).toBe('back')
})

it('does not wait for a read that hangs', async () => {
  let time = 0
  const { open, read } = reads()
  const ask = coalesce(read, () => time)
  void ask()
  await nextTurn()
  void ask()
  await nextTurn()
  time = 101
  const answer = ask()
  await nextTurn()
  expect(open).toHaveLength(2)
  open[1]!.resolve('from another connection')
  expect(await answer).toBe('from another connection')
})
