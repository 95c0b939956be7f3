import { afterAll, describe, expect, it, vi } from 'vitest'
import { accessControl, loadPermissions } from './permissions.ts'

const vehicle = { name: 'vehicles/vehicles', meta: { can: { view: 'vehicle:view', add: 'vehicle:add', import: 'vehicle:import' } } }
const document = { name: 'documents', meta: { can: { view: undefined } } }

afterAll(() => vi.unstubAllGlobals())

async function as(permissions: readonly string[]) {
  vi.stubGlobal('fetch', async () => Response.json({ data: { issuer: 'https://provider.example', clientId: 'office' } }))
  await loadPermissions({ get: async () => ({ permissions }) } as never, async () => 'token')
}

const can = async (resource: { readonly name: string; readonly meta?: object } | string, action: string) =>
  (await accessControl.can(
    typeof resource === 'string' ? { resource, action } : { resource: resource.name, action, params: { resource: resource as never } },
  )).can

describe('what Refine may offer', () => {
  it('goes by the permission that the resource names for the action', async () => {
    await as(['vehicle:view', 'vehicle:import'])
    expect(await can(vehicle, 'list')).toBe(true)
    expect(await can(vehicle, 'show')).toBe(true)
    expect(await can(vehicle, 'create')).toBe(false)
    expect(await can(vehicle, 'import')).toBe(true)
  })
  it('offers nothing that a resource does not have, also not to those who may everything', async () => {
    await as(['*'])
    expect(await can(vehicle, 'create')).toBe(true)
    expect(await can(vehicle, 'delete')).toBe(false)
    expect(await can(document, 'edit')).toBe(false)
    expect(await can(document, 'list')).toBe(true)
  })
  it('spells the permission of what is no declared resource', async () => {
    await as(['report:open'])
    expect(await can('report', 'open')).toBe(true)
    expect(await can('report', 'delete')).toBe(false)
  })
})
