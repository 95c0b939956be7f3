import { screen } from '@testing-library/react'
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

/** Chunks load behind the page. */
const late = { timeout: 20_000 }

it('is not offered to whoever may not edit', async () => {
  vi.spyOn(permissions, 'may').mockReturnValue(false)
  await draw(<ResourcePage resource={cars} title={{ cn: '车辆', en: 'Cars' }} />, { '/fleet/car/page': () => ({ records: rows, total: 3 }),
    '/oaserver/listViews': () => [] })
  expect(await screen.findByText('B1', {}, late)).toBeInTheDocument()
  expect(screen.queryByRole('checkbox')).toBeNull()
  vi.restoreAllMocks()
})
