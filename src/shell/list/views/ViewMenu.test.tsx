import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { draw } from '../../form/testing.tsx'
import { ViewMenu } from './ViewMenu.tsx'

const view = { id: 'v1', name: 'Large ones', query: 'state=1', columns: null, role: null, ownerName: null, own: true }

it('undoes the removal of a view by one call, which brings back what hangs on it', async () => {
  const { user, call, notify } = await draw(<ViewMenu query={{ filters: { state: '1' }, current: 1, size: 20, view: 'v1' }} />, {
    '/oaserver/listViews': () => [view],
    '/oaserver/listViews/v1': () => true,
    '/oaserver/listViews/v1/restore': () => true,
  })
  await user.click(await screen.findByRole('button', { name: 'Large ones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete “Large ones”' }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ text: 'View “Large ones” deleted' })))
  notify.mock.lastCall?.[0].undo?.()
  await waitFor(() => expect(call).toHaveBeenCalledWith('/oaserver/listViews/v1/restore', {}))
})

it('says at the name that there is another view of it, until another is entered', async () => {
  const message = 'You already have a view with this name'
  const { user } = await draw(<ViewMenu query={{ filters: { state: '1' }, current: 1, size: 20, view: 'v1' }} />, {
    '/oaserver/listViews': (body: { name?: string }) => {
      if (body.name === undefined) return [view]
      throw new HttpFailure({ kind: 'refused', message, code: 42009, data: { fields: [{ name: 'name', message }] } })
    },
    '/system/profile': () => ({ roles: [] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Large ones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as new view…' }))
  await user.type(await screen.findByLabelText('Name'), 'Large ones{Enter}')
  expect(await screen.findByText(message)).toBeInTheDocument()
  await user.type(screen.getByLabelText('Name'), ' 2')
  await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument())
})
