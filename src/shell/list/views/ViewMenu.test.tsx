import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '../../form/testing.tsx'
import { ViewMenu } from './ViewMenu.tsx'

it('undoes the removal of a view by one call, which brings back what hangs on it', async () => {
  const view = { id: 'v1', name: 'Large ones', query: 'state=1', columns: null, role: null, ownerName: null, own: true }
  const { user, call, tell } = await draw(<ViewMenu query={{ filters: { state: '1' }, current: 1, size: 20, view: 'v1' }} />, { '/oaserver/listViews': () => [view],
    '/oaserver/listViews/v1': () => true, '/oaserver/listViews/v1/restore': () => true })
  await user.click(await screen.findByRole('button', { name: 'Large ones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete “Large ones”' }))
  await waitFor(() => expect(tell).toHaveBeenCalledWith(expect.objectContaining({ text: 'View “Large ones” deleted' })))
  tell.mock.lastCall?.[0].undo?.()
  await waitFor(() => expect(call).toHaveBeenCalledWith('/oaserver/listViews/v1/restore', {}))
})
