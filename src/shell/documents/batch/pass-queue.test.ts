import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPassQueue, undoTime, type QueuedPass, type PassResult } from './pass-queue.ts'

const task = (id: string) => ({ task: id, title: `Document ${id}`, comment: '' })

function given({ kept = [] as readonly QueuedPass[] } = {}) {
  const answers = new Map<string, (result: PassResult) => void>()
  const sent: QueuedPass[] = []
  const memory = { written: kept, read: () => kept, write: (passings: readonly QueuedPass[]) => void (memory.written = passings) }
  let keys = 0
  const onAnswered = vi.fn()
  const queue = createPassQueue({
    makeKey: () => `key-${++keys}`,
    memory,
    onAnswered,
    send: (passing) => {
      sent.push(passing)
      return new Promise((resolve) => answers.set(passing.task, resolve))
    },
  })
  return {
    queue,
    memory,
    onAnswered,
    sent,
    tasks: () => sent.map(({ task: id }) => id),
    answer: async (id: string, result: PassResult = 'done') => {
      answers.get(id)?.(result)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('passing together', () => {
  it('takes the rows out of the list, and sends nothing while it can be called back', () => {
    const { queue, sent } = given()
    queue.pass([task('a'), task('b')])
    expect([...queue.snapshot().gone]).toEqual(['a', 'b'])
    expect(queue.snapshot().counting?.count).toBe(2)
    vi.advanceTimersByTime(undoTime - 1)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent.map(({ task: id, key }) => [id, key])).toEqual([['a', 'key-1'], ['b', 'key-2']])
    expect(queue.snapshot().counting).toBeUndefined()
  })

  it('is called back whole', () => {
    const { queue, sent } = given()
    queue.pass([task('a'), task('b')])
    queue.undo()
    vi.advanceTimersByTime(undoTime * 2)
    expect(sent).toEqual([])
    expect(queue.snapshot().gone.size).toBe(0)
  })

  it('tells what called it back, and that once; a single one by its number', () => {
    const { queue } = given()
    const [first, second] = [vi.fn(), vi.fn()]
    queue.pass([{ ...task('a'), number: 'BX1' }], first)
    expect(queue.snapshot().counting?.number).toBe('BX1')
    queue.pass([task('b'), task('c')], second)
    expect(queue.snapshot().counting?.number).toBeUndefined()
    queue.undo()
    queue.undo()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })

  it('begins its time when the way back is on the screen, once', () => {
    const { queue, sent } = given()
    queue.pass([task('a')])
    vi.advanceTimersByTime(undoTime - 1)
    queue.shown()
    vi.advanceTimersByTime(undoTime - 1)
    queue.shown()
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent).toHaveLength(1)
  })

  it('is sent whole and answered before a sign-out goes on', async () => {
    const { queue, tasks, answer } = given()
    queue.pass(['a', 'b', 'c', 'd', 'e'].map(task))
    const settled = vi.fn()
    void queue.settle().then(settled)
    expect(tasks()).toHaveLength(5)
    for (const id of ['a', 'b', 'c', 'd']) await answer(id)
    expect(settled).not.toHaveBeenCalled()
    await answer('e', 'unanswered')
    expect(settled).toHaveBeenCalled()
  })

  it('sends nothing twice, however often it is asked', async () => {
    const { queue, tasks, answer } = given()
    queue.pass([task('a')])
    queue.pass([task('a')])
    expect(queue.snapshot().counting?.count).toBe(1)
    vi.advanceTimersByTime(undoTime)
    queue.pass([task('a')])
    queue.sendNow()
    queue.sendNow({ leaving: true })
    await answer('a')
    queue.pass([task('a')])
    vi.advanceTimersByTime(undoTime)
    expect(tasks()).toEqual(['a'])
  })

  it('sends what was counting when more is passed', () => {
    const { queue, tasks } = given()
    queue.pass([task('a')])
    vi.advanceTimersByTime(1_000)
    queue.pass([task('b')])
    expect(tasks()).toEqual(['a'])
    queue.undo()
    expect([...queue.snapshot().gone]).toEqual(['a'])
  })

  it('sends four at once, and the next with each answer', async () => {
    const { queue, tasks, answer } = given()
    queue.pass(['a', 'b', 'c', 'd', 'e', 'f'].map(task))
    vi.advanceTimersByTime(undoTime)
    expect(tasks()).toEqual(['a', 'b', 'c', 'd'])
    await answer('b')
    expect(tasks()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('sends everything at once when the page is left', () => {
    const { queue, tasks } = given()
    queue.pass(['a', 'b', 'c', 'd', 'e', 'f'].map(task))
    queue.sendNow({ leaving: true })
    expect(tasks()).toHaveLength(6)
  })

  it('brings back what was refused, with its reason, and tells once when all are answered', async () => {
    const { queue, answer, onAnswered } = given()
    queue.pass([task('a'), task('b')])
    queue.sendNow()
    await answer('a', { refused: 'The month is closed' })
    expect([...queue.snapshot().gone]).toEqual(['b'])
    expect(queue.snapshot().refused.get('a')).toBe('The month is closed')
    expect(onAnswered).not.toHaveBeenCalled()
    await answer('b')
    expect(onAnswered).toHaveBeenCalledTimes(1)
    // queueing it again clears the refusal
    queue.pass([task('a')])
    expect(queue.snapshot().refused.size).toBe(0)
  })
})

describe('without a connection', () => {
  it('keeps what got no answer, and asks again with the same key', async () => {
    const { queue, sent, answer, memory } = given()
    queue.pass([task('a')])
    queue.sendNow()
    await answer('a', 'unanswered')
    expect([queue.snapshot().waiting, [...queue.snapshot().gone]]).toEqual([1, ['a']])
    expect(memory.written).toMatchObject([{ task: 'a', key: 'key-1' }])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
    await answer('a')
    expect([queue.snapshot().waiting, memory.written]).toEqual([0, []])
  })

  it('sends after a reload what an earlier page kept', () => {
    const { queue, sent } = given({ kept: [{ ...task('a'), key: 'kept' }] })
    expect(sent).toMatchObject([{ task: 'a', key: 'kept' }])
    expect(queue.snapshot().gone.has('a')).toBe(true)
  })

  it('keeps nothing that can still be called back', () => {
    const { queue, memory } = given()
    queue.pass([task('a')])
    expect(memory.written).toEqual([])
  })
})
