import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { loadPermissions } from '#providers/permissions.ts'
import { draw } from '../form/testing.tsx'
import { isRecordLeft, recordAt, recordTab, refineResources } from './resources.ts'
import { RoomCreate, RoomEdit, RoomList, RoomShow } from './testing-rooms.tsx'

const resources = [{ name: 'rooms/room', list: '/rooms', create: '/rooms/create', edit: '/rooms/edit/:id', show: '/rooms/show/:id',
  meta: { label: 'Rooms', can: {} } }]
const rooms = [{ id: 'r1', version: 4, name: 'Blue room', keeper: 'u1' }, { id: 'r2', version: 1, name: 'Red room', keeper: 'u2' }]
const people = [{ id: 'u1', name: 'Wei Wang' }, { id: 'u2', name: 'Min Zhang' }]

async function open(address: string) {
  globalThis.fetch = (async (url) =>
    Response.json(
      String(url).endsWith('/token') ? [] : { data: { issuer: 'https://provider.example', clientId: 'office' } },
    )) as typeof fetch
  await loadPermissions({ get: async () => ({ permissions: ['*'] }) } as never, async () => 'token')
  return draw(
    <Routes>
      <Route path="/rooms" element={<RoomList />} />
      <Route path="/rooms/create" element={<RoomCreate />} />
      <Route path="/rooms/edit/:id" element={<RoomEdit />} />
      <Route path="/rooms/show/:id" element={<RoomShow />} />
    </Routes>,
    {
      '/rooms/room/page': () => ({ records: rooms, total: 2, current: 1, size: 10 }),
      '/rooms/room/r1': () => rooms[0],
      '/rooms/room': (body) => body,
      '/system/reference/person/page': () => ({ records: people, total: 2, current: 1, size: 10 }),
      '/system/reference/person/find': () => people,
    },
    address,
    { refineResources: resources },
  )
}

describe('pages written as the tutorial of Refine writes them', () => {
  it('list records with the names of people, sort them, and filter a column', async () => {
    const { user, call } = await open('/rooms')
    expect(await screen.findByText('Wei Wang')).toBeInTheDocument()
    expect(call).toHaveBeenCalledWith('/rooms/room/page', expect.objectContaining({ orders: [{ column: 'name', asc: true }] }))
    const head = screen.getByRole('columnheader', { name: /Name/ })
    await user.click(within(head).getByRole('button'))
    await user.type(await screen.findByPlaceholderText('Part of the name'), 'Blue')
    await user.click(screen.getByRole('button', { name: /Filter/ }))
    await waitFor(() => expect(call).toHaveBeenCalledWith('/rooms/room/page', expect.objectContaining({ name: 'Blue' })))
  })

  it('create a record with a person from the directory', async () => {
    const { user, call } = await open('/rooms/create')
    expect(await screen.findByText('New Room')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Name'), 'Green room')
    await user.click(screen.getByLabelText('Keeper'))
    await user.click(await screen.findByTitle('Min Zhang'))
    await user.click(screen.getByRole('button', { name: /Save/ }))
    await waitFor(() => expect(call).toHaveBeenCalledWith('/rooms/room', { name: 'Green room', keeper: 'u2' }, expect.anything()))
  })

  it('change a record on its version', async () => {
    const { user, call } = await open('/rooms/edit/r1')
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Blue room'))
    await user.clear(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Violet room')
    await user.click(screen.getByRole('button', { name: /Save/ }))
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('/rooms/room', expect.objectContaining({ id: 'r1', version: 4, name: 'Violet room' }),
        expect.anything())
    )
  })

  it('show a record', async () => {
    await open('/rooms/show/r1')
    expect(await screen.findByText('Blue room')).toBeInTheDocument()
  })
})

describe('a registered resource', () => {
  const label = ({ en }: { readonly en: string }) => en
  const declared = {
    resources: [{ plugin: 'rooms', name: 'room', base: '/rooms', path: '/room-list', cn: '会议室', en: 'Room',
      can: { view: 'rooms:room:view' } }],
    references: ['room'],
  } as never

  it('adds to the declared one of its name', () => {
    const [found, ...others] = refineResources(resources, declared, label).filter(({ name }) => name === 'rooms/room')
    expect(others).toEqual([])
    expect(found).toMatchObject({ list: '/rooms', create: '/rooms/create', meta: { label: 'Rooms' } })
  })

  it('has one tab for each record, and its page to edit ends with the way back', () => {
    const tab = (path: string) => recordTab(recordAt(resources, path)!)
    expect(tab('/rooms/edit/r1')).toBe(tab('/rooms/show/r1'))
    expect(tab('/rooms/edit/r1')).not.toBe(tab('/rooms/edit/r2'))
    expect(recordAt(resources, '/rooms')).toBeUndefined()
    expect(isRecordLeft(resources, '/rooms/create', '/rooms')).toBe(true)
    expect(isRecordLeft(resources, '/rooms/edit/r1', '/rooms/show/r1')).toBe(true)
    expect(isRecordLeft(resources, '/rooms/show/r1', '/rooms')).toBe(false)
    expect(isRecordLeft(resources, '/rooms/create', '/todo')).toBe(false)
  })
})
