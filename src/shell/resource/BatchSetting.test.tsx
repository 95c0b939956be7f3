import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { defineFields, integer, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import * as permissions from '#providers/permissions.ts'
import { draw } from '../form/testing.tsx'
import { ResourcePage } from './ResourcePage.tsx'

const cars = defineResource({ name: 'car', cn: '车辆', en: 'Cars', base: '/fleet', path: '/cars', table: 'car', key: 'plate',
  fields: defineFields({ plate: text({ cn: '车牌', en: 'Plate' }), seats: integer({ cn: '座位', en: 'Seats', min: 1 }),
    state: select({ cn: '状态', en: 'State', options: [{ value: '1', cn: '好', en: 'Good' }] }) }), columns: ['plate', 'seats'],
  batch: ['seats', 'state'], scope: 'everyone', can: { view: 'fleet:car:view', edit: 'fleet:car:edit' } as never })
const rows = [{ id: 'c1', plate: 'B1', version: 3 }, { id: 'c2', plate: 'B2', version: 0 }, { id: 'c3', plate: 'B3', version: 1 }]

/** Timeout for lazy chunks. */
const late = { timeout: 20_000 }

it('sets a field of the selected records, and names those that were refused', async () => {
  vi.spyOn(permissions, 'may').mockReturnValue(true)
  const { user, call, notify } = await draw(<ResourcePage resource={cars} title={{ cn: '车辆', en: 'Cars' }} />, {
    '/fleet/car/page': () => ({ records: rows, total: 3 }),
    '/oaserver/listViews': () => [],
    '/fleet/car/batch': () => ({ changed: 1, failed: [{ id: 'c2', reason: 'Changed by someone else' }] }),
  })
  await user.click(await screen.findByLabelText('Select B1', {}, late))
  await user.click(screen.getByLabelText('Select B2'))
  expect(await screen.findByText('2 selected', {}, late)).toBeInTheDocument()
  await user.click(screen.getByText('Set a field'))
  const dialog = within(await screen.findByRole('dialog', {}, late))
  expect(dialog.getByText('Set one field for 2 records')).toBeInTheDocument()
  await user.type(await dialog.findByLabelText('Seats', {}, late), '5')
  await user.click(dialog.getByText('Save'))
  expect(await screen.findByText('Changed by someone else', {}, late)).toBeInTheDocument()
  expect(call.mock.calls.find(([path]) => path === '/fleet/car/batch')?.[1]).toEqual({ field: 'seats', value: 5,
    records: [{ id: 'c1', version: 3 }, { id: 'c2', version: 0 }] })
  expect(screen.getByText('1 of 2 records changed')).toBeInTheDocument()
  const [close] = within(screen.getByRole('dialog', { name: '1 of 2 records changed' })).getAllByRole('button')
  await user.click(close!)
  expect(await screen.findByText('1 selected')).toBeInTheDocument()
  expect(screen.getByLabelText('Select B2')).toBeChecked()
  expect(notify).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('is not offered to whoever may not edit', async () => {
  vi.spyOn(permissions, 'may').mockReturnValue(false)
  await draw(<ResourcePage resource={cars} title={{ cn: '车辆', en: 'Cars' }} />, { '/fleet/car/page': () => ({ records: rows, total: 3 }),
    '/oaserver/listViews': () => [] })
  expect(await screen.findByText('B1', {}, late)).toBeInTheDocument()
  expect(screen.queryByRole('checkbox')).toBeNull()
  vi.restoreAllMocks()
})
