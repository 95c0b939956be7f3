import { expect, it } from 'vitest'
import { roundRobin } from './round-robin.ts'

const full = new Error('full')

/** Turns of one place that somebody holds until `begin` is called. */
function held({ each = 10, all = 100 } = {}) {
  const turns = roundRobin({ places: 1, each, all, refuse: () => full })
  const order: string[] = []
  let begin = () => {}
  const first = turns.run({ key: 'first' }, () => new Promise<void>((done) => void (begin = done)))
  const come = (key: string, name = key, isGone = () => false) => turns.run({ key, isGone }, async () => void order.push(name))
  return { come, order, begin: () => begin(), first }
}

it('each key has its turn before any has a second one', async () => {
  const { come, order, begin, first } = held()
  const all = [first, come('a', 'a1'), come('a', 'a2'), come('a', 'a3'), come('b', 'b1'), come('b', 'b2'), come('c', 'c1')]
  begin()
  await Promise.all(all)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('the work of who has gone is not done, and takes no place in the line', async () => {
  const { come, order, begin, first } = held({ each: 2 })
  const gone = [come('a', 'gone', () => true), come('a', 'gone', () => true)].map((work) => work.catch((error: unknown) => error))
  const stays = [come('a', 'a1'), come('a', 'a2')]
  begin()
  await Promise.all([first, ...stays])
  expect(order).toEqual(['a1', 'a2'])
  expect(await Promise.all(gone)).toEqual([full, full])
})

it('a full line refuses its own, all lines full refuse everybody', async () => {
  const { come, order, begin, first } = held({ each: 2, all: 3 })
  const inside = [come('a'), come('a'), come('b')]
  await expect(come('a')).rejects.toBe(full)
  await expect(come('c')).rejects.toBe(full)
  begin()
  await Promise.all([first, ...inside])
  expect(order).toEqual(['a', 'b', 'a'])
})

it('work that fails gives its place on', async () => {
  const { come, order, begin, first } = held()
  const next = come('a')
  begin()
  await first
  await next
  expect(order).toEqual(['a'])
})
