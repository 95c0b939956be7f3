import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { defineFields, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import * as permissions from '#providers/permissions.ts'
import { startTexts } from '#providers/i18n.ts'
import { createReactions } from '#providers/reactions.ts'
import { Frame } from './App.tsx'
import { BackendContext, type WritingBackend } from './backend.ts'
import { ReactionsHost } from './Reactions.tsx'
import { draw } from './form/testing.tsx'
import { EnableSwitch } from './resource/RowActions.tsx'
import { shellTexts } from './texts.ts'

beforeAll(() => startTexts([shellTexts], 'en'))

const colour = defineResource({
  name: 'colour',
  cn: '颜色',
  en: 'Colour',
  base: '/palette',
  path: '/colours',
  table: 'colour',
  key: 'name',
  fields: defineFields({ name: text({ cn: '名称', en: 'Name' }), enable: toggle({ cn: '启用', en: 'Enabled' }) }),
  columns: ['name', 'enable'],
  filters: [],
  search: [],
  can: { view: 'palette:colour:view', edit: 'palette:colour:edit' } as never,
  scope: 'everyone',
  enable: 'enable',
})

function open() {
  const reactions = createReactions()
  const session = { signOut: vi.fn(async () => undefined) }
  const http = { resume: vi.fn() }
  const backend = { reactions, session, http } as unknown as WritingBackend
  render(<Frame>
    <BackendContext value={backend}>
      <ReactionsHost />
    </BackendContext>
  </Frame>)
  return { reactions, session, http, user: userEvent.setup() }
}

describe('what answers tell', () => {
  it('is a toast with the trace number that stays until it is closed', async () => {
    const { reactions } = open()
    act(() => reactions.notify({ kind: 'failed', text: 'It broke', traceId: '7f3a-91c2' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('It brokeTrace 7f3a-91c2')
  })

  it('offers to take back what was done, once', async () => {
    const { reactions, user } = open()
    const undo = vi.fn()
    act(() => reactions.notify({ kind: 'success', text: 'Disabled', undo }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Disabled')).toBeNull()
  })

  it('puts a record that was disabled in a list back in use', async () => {
    vi.spyOn(permissions, 'may').mockReturnValue(true)
    const { user, call, notify } = await draw(<EnableSwitch resource={colour} record={{ id: 'c1', name: 'Red', enable: true } as never} />,
      {
        '/palette/colour/enable/c1?enable=false': () => null,
        '/palette/colour/enable/c1?enable=true': () => null,
      })
    await user.click(screen.getByRole('switch', { name: /Red/ }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith({ kind: 'success', text: '“Red” disabled', undo: expect.any(Function) }))
    await act(async () => notify.mock.lastCall?.[0].undo?.())
    expect(call.mock.calls.map(([path]) => path).filter((path) => path.includes('enable='))).toEqual([
      '/palette/colour/enable/c1?enable=false',
      '/palette/colour/enable/c1?enable=true',
    ])
    vi.restoreAllMocks()
  })

  it('says the same error once in three seconds, and again later', () => {
    vi.useFakeTimers()
    const { reactions } = open()
    const notifyFailure = () => act(() => reactions.notify({ kind: 'failed', text: 'It broke' }))
    notifyFailure()
    notifyFailure()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    act(() => reactions.notify({ kind: 'network', text: 'No line' }))
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    act(() => void vi.advanceTimersByTime(3_000))
    notifyFailure()
    expect(screen.getAllByText('It broke')).toHaveLength(2)
    vi.useRealTimers()
  })

  it('is a dialog when the sign-in ended: signing in again goes through the provider', async () => {
    const { reactions, session, user } = open()
    act(() => reactions.notify({ kind: 'signedOut', text: 'Authentication failed' }))
    await user.click(await screen.findByRole('button', { name: 'Re-login' }))
    expect(session.signOut).toHaveBeenCalledOnce()
  })

  it('lets calls through again when that dialog is cancelled', async () => {
    const { reactions, session, http, user } = open()
    act(() => reactions.notify({ kind: 'signedOut', text: 'Authentication failed' }))
    await user.click((await screen.findAllByRole('button', { name: 'Cancel' })).at(-1)!)
    expect(http.resume).toHaveBeenCalledOnce()
    expect(session.signOut).not.toHaveBeenCalled()
  })
})
