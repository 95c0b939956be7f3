import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { type FieldRefusal, HttpFailure } from '#providers/failure.ts'
import { BackendContext } from '../backend.ts'
import { type CommandOptions, refusalOf, useCommand } from './use-command.ts'

const refused = (...fields: FieldRefusal[]) => new HttpFailure({ kind: 'refused', code: 42009, message: 'refused', data: { fields } })

function open(options?: CommandOptions) {
  const client = new QueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  const notify = vi.fn()
  const backend = { http: {}, session: {}, reactions: { notify } } as never
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <BackendContext value={backend}>{children}</BackendContext>
    </QueryClientProvider>
  )
  const hook = renderHook(() => useCommand(options), { wrapper })
  return { command: () => hook.result.current, client, invalidated, notify }
}

describe('a command', () => {
  it('is sent once, however often it is clicked, and is pending meanwhile', async () => {
    const { command } = open()
    let answer: (value: string) => void = () => undefined
    const send = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
    const done = vi.fn()
    let first: Promise<boolean> | undefined
    act(() => void (first = command().run(send, done)))
    await waitFor(() => expect(command().isPending).toBe(true))
    expect(await command().run(send, done)).toBe(false)
    await act(async () => {
      answer('made')
      expect(await first).toBe(true)
    })
    expect(send).toHaveBeenCalledTimes(1)
    expect(done.mock.calls).toEqual([['made']])
    await waitFor(() => expect(command().isPending).toBe(false))
  })

  it('says a refusal at its fields, reads again what it touches, and forgets the refusal when it is sent again', async () => {
    const { command, invalidated } = open({ touches: [['users']], place: (name) => (name === 'code' ? 'code' : '') })
    const done = vi.fn()
    await act(async () =>
      expect(await command().run(() => Promise.reject(refused({ name: 'code', message: 'taken' }, { name: 'other', message: 'no' })), done))
        .toBe(false)
    )
    expect(command().problems).toEqual({ code: 'taken', '': 'no' })
    expect(done).not.toHaveBeenCalled()
    expect(invalidated).toHaveBeenCalledWith({ queryKey: ['users'] })
    await act(() => command().run(() => Promise.resolve()))
    expect(command().problems).toEqual({})
  })

  it('is sent without a network too, so that the client says that it is away', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { command } = open()
    const away = new HttpFailure({ kind: 'network', code: 0, message: 'no network' })
    await act(async () => expect(await command().run(() => Promise.reject(away))).toBe(false))
    expect(command().problems).toEqual({ '': 'no network' })
    vi.restoreAllMocks()
  })

  it('throws an error that is no failure of a call, unless it has words for it', async () => {
    const broken = () => Promise.reject(new Error('broken'))
    const { command: without } = open()
    await act(() => expect(without().run(broken)).rejects.toThrow('broken'))
    const { command } = open({ unexplained: 'This picture can’t be read' })
    await act(async () => expect(await command().run(broken)).toBe(false))
    expect(command().problems).toEqual({ '': 'This picture can’t be read' })
  })

  it('leaves a refusal to whoever shows it elsewhere', async () => {
    const shown = vi.fn(() => true)
    const { command } = open({ refused: shown })
    await act(() => command().run(() => Promise.reject(refused())))
    expect(shown).toHaveBeenCalledTimes(1)
    expect(command().problems).toEqual({})
  })
})

describe('an outcome', () => {
  it('is told when it is there, with the way back', async () => {
    const { command, notify } = open()
    const [undo, done] = [vi.fn(), vi.fn()]
    await act(() => command().run(() => Promise.resolve(3), { success: (count) => `${count} kept`, undo, done }))
    expect(notify.mock.calls).toEqual([[{ kind: 'success', text: '3 kept', undo }]])
    expect(done.mock.calls).toEqual([[3]])
    await act(() => command().run(() => Promise.reject(refused()), { success: 'kept' }))
    expect(notify).toHaveBeenCalledTimes(1)
  })

  it('is shown at once, and taken back before the query is read again', async () => {
    const { command, client } = open({ touches: [['order']] })
    client.setQueryData(['order'], ['a', 'b'])
    const shown: unknown[] = []
    client.getQueryCache().subscribe(({ type }) => type === 'updated' && shown.push(client.getQueryData(['order'])))
    const optimistic = { queryKey: ['order'], change: (known: readonly string[]) => known.toReversed() }
    await act(() => command().run(() => Promise.reject(refused()), { optimistic }))
    expect(shown.slice(0, 2)).toEqual([['b', 'a'], ['a', 'b']])
    await act(() => command().run(() => Promise.resolve(), { optimistic }))
    expect(client.getQueryData(['order'])).toEqual(['b', 'a'])
  })

  it('waits for the one before where changes are queued, and the last one reads again', async () => {
    const { command, invalidated } = open({ touches: [['order']], isQueued: true })
    const sent: string[] = []
    const send = (name: string) => async () => {
      sent.push(`${name} begins`)
      await Promise.resolve()
      sent.push(`${name} ends`)
    }
    await act(async () => expect(await Promise.all([command().run(send('one')), command().run(send('two'))])).toEqual([true, true]))
    expect(sent).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    expect(invalidated).toHaveBeenCalledTimes(1)
  })
})

describe('a refusal', () => {
  it('keeps the first sentence of a field, and says a sentence of no field once', () => {
    const error = refused({ name: 'a', message: 'first' }, { name: 'a', message: 'second' }, { name: 'x', message: 'above' }, { name: 'y',
      message: 'above' })
    expect(refusalOf(error, { place: (name) => (name === 'a' ? 'a' : '') })).toEqual({ a: 'first', '': 'above' })
  })

  it('gives all sentences of a field to whoever has room for them', async () => {
    const { command } = open()
    await act(() => command().run(() => Promise.reject(refused({ name: 'file', message: 'first' }, { name: 'file', message: 'second' }))))
    expect([command().sentences, command().problems]).toEqual([{ file: ['first', 'second'] }, { file: 'first' }])
    act(() => command().setProblems({ file: 'missing' }))
    expect(command().sentences).toEqual({ file: ['missing'] })
  })

  it('has words for a record that somebody else has changed', () => {
    const error = new HttpFailure({ kind: 'moved', code: 42006, message: 'moved' })
    expect([refusalOf(error, { moved: 'Changed meanwhile' }), refusalOf(error)]).toEqual([{ '': 'Changed meanwhile' }, { '': 'moved' }])
  })

  it('is none where the error is no failure of a call', () => expect(refusalOf(new Error('broken'))).toBeUndefined())
})
