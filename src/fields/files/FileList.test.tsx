import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { draw } from '#shell/form/testing.tsx'
import { FileList } from './renderer.tsx'

const record = (id: string, size: number) => ({ id, name: `${id}.zip`, enabled: true, fileName: `${id}.zip`, fileType: 'zip', size })

afterEach(() => vi.restoreAllMocks())

async function list(answers: Parameters<typeof draw>[1] = {}) {
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
  return draw(<FileList ids={['a', 'b', 'c']} records={[record('a', 1024), record('b', 2048), record('c', 512)]} businessNo="BX1" />,
    answers)
}

const file = () => new Response('content')

it('packs the files that are ticked into an archive named by the document, and says so where none is', async () => {
  const { user, call, notify } = await list({ '/oaserver/attachment/downloadZip/BX1': file })
  expect(screen.getByText('3 files, 3.50K')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Download as zip' }))
  expect(notify).toHaveBeenCalledWith({ kind: 'warning', text: 'Select Attachment First' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Download as zip' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith('/oaserver/attachment/downloadZip/BX1', ['a', 'b', 'c']))
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('checkbox', { name: 'b.zip' }))
  expect(screen.getByText('1 selected, 2.00K')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Download as zip' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith('/oaserver/attachment/downloadZip/BX1', ['b']))
})

it('says which download failed, and downloads it again', async () => {
  let isBroken = true
  const { user } = await list({ '/oaserver/attachment/download': () => {
    if (isBroken) throw new HttpFailure({ kind: 'network', code: 0, message: 'The network is away' })
    return file()
  } })
  // the name is a download button too, because the browser cannot show the file
  const button = () => screen.getAllByRole('button', { name: 'Download b.zip' }).at(-1)!
  await user.click(button())
  const again = await screen.findByRole('button', { name: 'Download b.zip again' })
  expect(within(again.closest('.oa-file')!).getByRole('alert')).toHaveTextContent('Download Failed')
  isBroken = false
  await user.click(again)
  await waitFor(() => expect(button()).toBeEnabled())
  expect(screen.queryByRole('alert')).toBeNull()
})
