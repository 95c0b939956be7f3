import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { HttpFailure, type FieldRefusal } from '#providers/failure.ts'
import { BackendContext } from '../backend.ts'
import { refusalOf } from './refusal.ts'
import { type CommandOptions, useCommand } from './use-command.ts'

const refused = (...fields: FieldRefusal[]) => new HttpFailure({ kind: 'refused', code: 42009, message: 'refused', data: { fields } })

function open(options?: CommandOptions) {
  const client = new QueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  const backend = { http: {}, session: {}, reactions: {} } as never
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <BackendContext value={backend}>{children}</BackendContext>
    </QueryClientProvider>
  )
  const hook = renderHook(() => useCommand(options), { wrapper })
  return { command: () => hook.result.current, invalidated }
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

describe('a refusal', () => {
  it('keeps the first sentence of a field, and says a sentence of no field once', () => {
    const error = refused({ name: 'a', message: 'first' }, { name: 'a', message: 'second' }, { name: 'x', message: 'above' }, { name: 'y',
      message: 'above' })
    expect(refusalOf(error, { place: (name) => (name === 'a' ? 'a' : '') })).toEqual({ a: 'first', '': 'above' })
  })

  it('has words for a record that somebody else has changed', () => {
    const error = new HttpFailure({ kind: 'moved', code: 42006, message: 'moved' })
    expect([refusalOf(error, { moved: 'Changed meanwhile' }), refusalOf(error)]).toEqual([{ '': 'Changed meanwhile' }, { '': 'moved' }])
  })

  it('is none where the error is no failure of a call', () => expect(refusalOf(new Error('broken'))).toBeUndefined())
})
