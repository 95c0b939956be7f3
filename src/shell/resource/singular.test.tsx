import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import * as permissions from '#providers/permissions.ts'
import { backgroundTasks } from '../background-tasks/background-tasks.ts'
import { draw } from '../form/testing.tsx'
import { ResourcePage } from './ResourcePage.tsx'
import { ResourceRows } from './ResourceTable.tsx'

const shape = { base: '/fleet', path: '/cars', table: 'car', key: 'plate',
  fields: defineFields({ plate: text({ cn: '车牌', en: 'Plate' }) }), columns: ['plate'], scope: 'everyone',
  import: { columns: [{ field: 'plate' }], match: ['plate'], onMatch: 'update' },
  can: { view: 'fleet:car:view', add: 'fleet:car:add', delete: 'fleet:car:delete', import: 'fleet:car:import' } as never } as const
const named = { cn: '公司车辆', en: 'Company cars' }
const cars = defineResource({ name: 'car', ...named, singular: { cn: '公司车辆', en: 'Company car' }, ...shape })

/** Timeout for lazy chunks. */
const late = { timeout: 20_000 }

it('is what a dialog calls one record; without it, one is called like all of them', async () => {
  vi.spyOn(permissions, 'may').mockReturnValue(true)
  const open = vi.spyOn(backgroundTasks, 'open').mockReturnValue(undefined)
  const { user } = await draw(<ResourcePage resource={cars} title={{ cn: '全部公司车辆', en: 'All company cars' }} />, {
    '/fleet/car/page': () => ({ records: [{ id: 'c1', plate: 'B1' }], total: 1 }),
    '/oaserver/listViews': () => [],
  })
  await user.click(await screen.findByRole('button', { name: 'Import' }, late))
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ title: { cn: '公司车辆', en: 'company cars' } }))
  await user.click(await screen.findByRole('button', { name: 'Delete B1' }, late))
  expect(await screen.findAllByText('Delete this company car?', {}, late)).not.toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findAllByText('Add company car', {}, late)).not.toEqual([])
  expect(defineResource({ name: 'van', ...named, ...shape }).singular).toEqual(named)
  vi.restoreAllMocks()
})

it('is changed and deleted from a menu on a small screen', async () => {
  const may = vi.spyOn(permissions, 'may').mockReturnValue(true)
  const { user } = await draw(
    <ResourceRows resource={cars} rows={[{ id: 'c1', plate: 'B1' }]} isRefreshing={false} onEdit={() => undefined} />,
  )
  expect(screen.queryByRole('button', { name: 'Delete B1' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Actions B1' }, late))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findAllByText('Delete this company car?', {}, late)).not.toEqual([])
  may.mockRestore()
})
