import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loadPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import type { ColumnSubject, PermissionGroup, Role, RoleDetail, RoleMenu } from '#plugins/system/access-wire.ts'
import { RolesPage } from './RolesPage.tsx'

const role: Role = { id: 'r1', key: 'clerk', name: '文员/Clerk', sort: 1, enable: true, builtIn: false, remark: null, version: 3,
  holders: 'members', members: 0, dataScope: null }
const detail: RoleDetail = { ...role, permissions: ['tea:pot:view'], scopes: [{ resource: '*', scope: 6, withSub: false, deptIds: [] }],
  columns: [] }
const groups: readonly PermissionGroup[] = [{
  id: 'tea',
  cn: '茶水',
  en: 'Tea',
  rows: ['pot', 'cup'].map((kind) => ({ prefix: `tea:${kind}`, cn: kind, en: kind === 'pot' ? 'Pots' : 'Cups',
    permissions: ['view', 'edit', 'pour'].map((action) => ({ permission: `tea:${kind}:${action}`, action })) })
  ),
}]

const menus: readonly RoleMenu[] = [{
  id: 'tea',
  type: 'M',
  cn: '茶水',
  en: 'Tea',
  permission: null,
  children: [{ id: 'pots', type: 'C', cn: '茶壶', en: 'Tea pots', permission: 'tea:pot:view',
    children: [{ id: 'pots:edit', type: 'F', cn: '编辑', en: 'Edit', permission: 'tea:pot:edit', children: [] }] }],
}]

const subjects: readonly ColumnSubject[] = [
  { subject: 'pot', kind: 'resource', cn: '茶壶', en: 'Tea pots', add: null,
    fields: [{ field: 'price', cn: '价格', en: 'Price', required: false, accesses: ['full', 'readOnly', 'hidden'] }, { field: 'note',
      cn: '备注', en: 'Note', required: false, accesses: ['full', 'readOnly', 'masked', 'hidden'] }] },
  { subject: 'form:order', kind: 'form', cn: '订单', en: 'Orders', add: null,
    fields: [{ field: 'items.price', cn: '明细 · 单价', en: 'Items · Unit price', required: false, accesses: ['full', 'hidden'] }] },
]

async function open(permissions: readonly string[] = ['*'], shown = groups, members: readonly object[] = []) {
  // a provider that rejects every request
  globalThis.fetch = (async (
    address: string,
  ) => (address === '/public/identityProvider'
    ? Response.json({ data: { issuer: null, clientId: 'oa-web' } })
    : new Response('', { status: 403 }))) as typeof fetch
  await loadPermissions({ get: async () => ({ permissions }) } as never, async () => 'token')
  const page = await draw(<RolesPage />, {
    '/system/role/page': () => ({ records: [role] }),
    '/system/role/r1': (
      body: { version?: number; permissions?: readonly string[] } | undefined,
    ) => (body?.version === undefined ? detail : { ...detail, version: 4, permissions: body.permissions ?? detail.permissions }),
    '/system/role/columns': () => subjects,
    '/system/role/r1/users/page': () => ({ records: members, total: members.length }),
    '/system/role/r1/menus': () => ({ ...detail, version: 4, permissions: ['tea:pot:view', 'tea:pot:edit'] }),
    '/system/role/catalogue': () => ({ groups: shown, menus, resources: [{ resource: 'document', cn: '单据', en: 'Documents' }],
      roleScopes: [{ key: 'factory', cn: '工厂', en: 'Factory', dict: 'factory' }] }),
    '/system/groups/list': () => [],
    '/system/users/list': () => [],
  }, '/system/role')
  await screen.findByRole('table', {}, { timeout: 20_000 })
  return { ...page, table: within(screen.getByRole('table')) }
}

describe('a role', () => {
  it('shows a part of the menu half ticked where some of it is given, and ticks all of a column', async () => {
    const { user, table } = await open()
    const column = table.getByRole<HTMLInputElement>('checkbox', { name: 'Tea View' })
    expect(column.closest('.ant-checkbox')?.className).toContain('indeterminate')
    await user.click(column)
    expect(table.getByRole<HTMLInputElement>('checkbox', { name: 'Cups · View' }).checked).toBe(true)
    expect(column.closest('.ant-checkbox')?.className).not.toContain('indeterminate')
  })

  it('says how much is unsaved and what, sends it as one change, and is clean after', async () => {
    const { user, table, call } = await open()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await user.click(table.getByRole('checkbox', { name: 'Pots · Edit' }))
    await user.click(table.getByRole('checkbox', { name: 'Pots · View' }))
    await user.click(screen.getByRole('radio', { name: 'All' }))
    expect(screen.getByText(/3 unsaved/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'View changes' }))
    expect(await screen.findByText('Removed Pots · View')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const [, sent] =
      call.mock.calls.findLast(([path, body]) =>
        path === '/system/role/r1' && typeof body === 'object' && body !== null && 'version' in body
      ) ?? []
    expect(sent).toEqual({ version: 3, permissions: ['tea:pot:edit'], scopes: [{ resource: '*', scope: 1, withSub: false, deptIds: [] }] })
  })

  it('is given entries of the menu in a tree, whose parents are ticked half, and saved as such', async () => {
    const { user, table, call } = await open()
    await user.click(screen.getByRole('tab', { name: 'Menus' }))
    const tree = within(await screen.findByRole('tree', { name: 'Menus' }))
    const box = (name: string) => tree.getByRole('checkbox', { name: `Select ${name}` })
    expect(box('Tea').getAttribute('aria-checked')).toBe('mixed')
    await user.click(screen.getByRole('button', { name: 'Expand all' }))
    expect(box('View').getAttribute('aria-checked')).toBe('true')
    await user.click(box('Edit'))
    expect(box('Tea').getAttribute('aria-checked')).toBe('true')
    expect(table.getByRole<HTMLInputElement>('checkbox', { name: 'Pots · Edit', hidden: true }).checked).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(call.mock.calls.find(([path]) => path === '/system/role/r1/menus')?.[1]).toEqual({ menuIds: ['pots', 'pots:edit'], version: 3 })
  })

  it('is shown less of single columns, which is said before it is saved', async () => {
    const { user, call } = await open()
    await user.click(screen.getByRole('tab', { name: 'Columns' }))
    await user.click(await screen.findByRole('combobox', { name: 'Records or form' }))
    await user.click(await screen.findByText('Orders'))
    await user.click(screen.getByRole('combobox', { name: 'Items · Unit price' }))
    await user.click(await screen.findByText('Hidden'))
    await user.click(screen.getByRole('button', { name: 'View changes' }))
    expect(await screen.findByText('Orders · Items · Unit price: Hidden')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      call.mock.calls.findLast(([path, body]) =>
        path === '/system/role/r1' && typeof body === 'object' && body !== null && 'version' in body
      )?.[1],
    ).toEqual({ version: 3, columns: [{ subject: 'form:order', field: 'items.price', access: 'hidden' }] })
  })

  it('shows the areas folded where there is more than a screen of them, and the first of its holders, who lead to all', async () => {
    const many = { id: 'many', cn: '很多', en: 'Many',
      rows: Array.from({ length: 24 },
        (_, index) => ({ prefix: `many:row${index}`, cn: `行${index}`, en: `Row ${index}`,
          permissions: [{ permission: `many:row${index}:thing_pour`, action: 'thing_edit' }] })) }
    const { user, table } = await open(['*'], [...groups, many])
    expect(table.queryByRole('checkbox', { name: 'Row 0 · Edit' })).toBeNull()
    await user.click(table.getByRole('button', { name: /^Many/ }))
    // named by the last word of the action
    expect(table.getByRole('checkbox', { name: 'Row 0 · Edit' })).toBeTruthy()
    expect(table.queryByRole('checkbox', { name: 'Pots · Edit' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '0 people' }))
    expect(screen.getByRole('tab', { name: 'Members 0' }).getAttribute('aria-selected')).toBe('true')
  })

  it('says what its members are responsible for, which is changed with everything else', async () => {
    const member = { id: 'u1', name: '王/Wang', departed: false, mainDepartment: null, listed: true, responsible: {} }
    const { user, call } = await open(['*'], groups, [member])
    await user.click(screen.getByRole('tab', { name: 'Members 0' }))
    expect(await screen.findByText('No responsibilities set')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Responsible for Wang' }))
    await user.click(await screen.findByRole('checkbox', { name: 'All, including future ones' }))
    expect(screen.getByText(/1 unsaved/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      call.mock.calls.findLast(([path, body]) =>
        path === '/system/role/r1' && typeof body === 'object' && body !== null && 'version' in body
      )?.[1],
    ).toEqual({ version: 3, members: { add: [], remove: [], responsible: [{ userId: 'u1', scope: 'factory', values: ['*'] }] } })
  })

  it('goes back to what is saved', async () => {
    const { user, table } = await open()
    await user.click(table.getByRole('checkbox', { name: 'Pots · View' }))
    await user.click(screen.getByRole('button', { name: 'Revert' }))
    expect(table.getByRole<HTMLInputElement>('checkbox', { name: 'Pots · View' }).checked).toBe(true)
    expect(screen.queryByText(/unsaved/)).toBeNull()
  })

  it('is only read by who may not change it', async () => {
    const { table } = await open(['system:role:view'])
    expect(table.getAllByRole<HTMLInputElement>('checkbox').every(({ disabled }) => disabled)).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
