import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loadPermissions } from '#providers/permissions.ts'
import { draw } from '../form/testing.tsx'
import { VehiclesPage } from './testing-vehicles-page.tsx'

const rows = [{ id: '1', version: 3, plate: '苏E·11111' }, { id: '2', version: 1, plate: '苏E·22222' }]

async function page(answers: Parameters<typeof draw>[1] = {}) {
  globalThis.fetch = (async (url) =>
    Response.json(
      String(url).endsWith('/token') ? [] : { data: { issuer: 'https://provider.example', clientId: 'office' } },
    )) as typeof fetch
  await loadPermissions({ get: async () => ({ permissions: ['*'] }) } as never, async () => 'token')
  return draw(<VehiclesPage />, {
    '/vehicles/vehicle/page': () => ({ records: rows, total: 2, current: 1, size: 10 }),
    'vehicles/vehicle/2': () => rows[1],
    '/vehicles/vehicle/2': () => rows[1],
    '/vehicles/vehicle': (body) => body,
    ...answers,
  })
}

describe('the page of the guide, written with Refine alone', () => {
  it('stands in the guide as it is here', () => {
    const source = readFileSync('src/shell/refine/testing-vehicles-page.tsx', 'utf8').trim()
    expect(readFileSync('docs/refine.md', 'utf8')).toContain(source)
  })

  it('lists records by the calls of the backend', async () => {
    const { call } = await page()
    expect(await screen.findByText('苏E·11111')).toBeInTheDocument()
    expect(call).toHaveBeenCalledWith('/vehicles/vehicle/page',
      expect.objectContaining({ current: 1, size: 10, orders: [{ column: 'plate', asc: true }] }))
  })

  it('adds a record', async () => {
    const { user, call } = await page()
    await user.click(await screen.findByRole('button', { name: /New$/ }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Plate no.'), '苏E·33333')
    await user.click(within(dialog).getByRole('button', { name: /Save/ }))
    await waitFor(() => expect(call).toHaveBeenCalledWith('/vehicles/vehicle', { plate: '苏E·33333' }, expect.anything()))
  })

  it('gives the inputs of its two dialogs ids of their own', async () => {
    await page()
    await waitFor(() => expect(document.querySelectorAll('input[id$=plate]')).toHaveLength(2))
    const ids = [...document.querySelectorAll('input[id]')].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('changes a record on the version that was read', async () => {
    const { user, call } = await page()
    const row = (await screen.findByText('苏E·22222')).closest('tr')!
    await user.click(await within(row).findByRole('button', { name: /Edit$/ }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).getByLabelText('Plate no.')).toHaveValue('苏E·22222'))
    await user.clear(within(dialog).getByLabelText('Plate no.'))
    await user.type(within(dialog).getByLabelText('Plate no.'), '苏E·44444')
    await user.click(within(dialog).getByRole('button', { name: /Save/ }))
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('/vehicles/vehicle', expect.objectContaining({ id: '2', version: 1, plate: '苏E·44444' }),
        expect.anything())
    )
  })
})
