import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loadPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import type { PermissionGroup, RoleDetail } from '#plugins/system/access-wire.ts'
import { UserDialog } from './UserDialog.tsx'

const clerk: RoleDetail = {
  id: 'r1',
  key: 'clerk',
  name: '文员/Clerk',
  sort: 1,
  enable: true,
  builtIn: false,
  remark: null,
  version: 3,
  holders: 'members',
  members: 0,
  dataScope: 3,
  permissions: ['tea:pot:view', 'tea:pot:edit'],
  scopes: [{ resource: '*', scope: 3, withSub: false, deptIds: [] }],
  columns: [],
}
const groups: readonly PermissionGroup[] = ['tea', 'cake'].map((id) => ({ id, cn: id, en: id === 'tea' ? 'Tea' : 'Cake',
  rows: [{ prefix: `${id}:pot`, cn: id, en: id,
    permissions: ['view', 'edit'].map((action) => ({ permission: `${id}:pot:${action}`, action })) }] })
)

async function open(permissions: readonly string[]) {
  globalThis.fetch = (async (
    address: string,
  ) => (address === '/public/identityProvider'
    ? Response.json({ data: { issuer: null, clientId: 'oa-web' } })
    : new Response('', { status: 403 }))) as typeof fetch
  await loadPermissions({ get: async () => ({ permissions }) } as never, async () => 'token')
  const page = await draw(<UserDialog user={undefined} onSaved={() => undefined} onClose={() => undefined} />, {
    '/system/role/list': () => [{ ...clerk, listed: true }],
    '/system/role/r1': () => clerk,
    '/system/role/catalogue': () => ({ groups, menus: [], resources: [] }),
    '/system/groups/list': () => [],
    '/system/users/list': () => [],
  }, '/system/user')
  return { ...page, dialog: within(await screen.findByRole('dialog', {}, { timeout: 20_000 })) }
}

async function chooseClerk({ user, dialog }: Awaited<ReturnType<typeof open>>) {
  await user.click(await dialog.findByRole('combobox', { name: 'Roles' }))
  await user.click(await screen.findByText('Clerk'))
}

describe('a new account', () => {
  it('is entered in three groups, and what cannot be chosen yet says why', async () => {
    const { dialog } = await open(['*'])
    expect((await dialog.findAllByRole('group')).map((group) => group.querySelector('legend')?.textContent)).toEqual(['Account', 'Work',
      'Access'])
    expect(dialog.getByText('Choose a department first')).toBeTruthy()
  })

  it('asks for what is missing by its name', async () => {
    const { dialog, user } = await open(['*'])
    await user.click(await dialog.findByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter the user name')).toBeTruthy()
  })

  it('shows what its roles give and how far they see', async () => {
    const page = await open(['*'])
    await chooseClerk(page)
    expect(await page.dialog.findByText('Tea (2)')).toBeTruthy()
    expect(page.dialog.queryByText(/Cake/)).toBeNull()
    expect(page.dialog.getByText('Clerk: Own department')).toBeTruthy()
  })

  it('asks nothing of roles for somebody who may not read them', async () => {
    const page = await open(['system:user:add'])
    await chooseClerk(page)
    expect(page.call.mock.calls.some(([path]) => path === '/system/role/r1')).toBe(false)
  })
})
