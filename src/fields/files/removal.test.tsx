import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { AttachmentInput } from './renderer.tsx'

const file = (id: string, more: object) => ({ id, name: `${id}.txt`, enabled: true, fileName: `${id}.txt`, fileType: 'txt', size: 1,
  own: true, document: null, ...more })
const records = [file('mine', {}), file('filed', { document: 'd1' }), file('others', { own: false, document: 'd1' })]

async function input(answers: Parameters<typeof draw>[1] = {}) {
  const onChange = vi.fn()
  const field = { kind: 'attachment', cn: '附件', en: 'Files' } as const
  const drawn = await draw(
    <AttachmentInput id="files" field={field} context={{}} value={records.map(({ id }) => id)} onChange={onChange} />,
    {
      '/oaserver/fileWhitelist/list': () => [{ value: 'txt' }],
      '/system/reference/attachment/find': () => records,
      ...answers,
    },
  )
  return { ...drawn, onChange }
}

it('a file of somebody else stays', async () => {
  const { onChange, user, notify } = await input()
  expect(await screen.findByRole('button', { name: 'Remove others.txt' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  expect(notify).toHaveBeenCalledWith({ kind: 'warning',
    text: 'Some selected files were uploaded by others and cannot be deleted in batch' })
  expect(onChange).not.toHaveBeenCalled()
})

it('the server is asked before a free file goes, and refuses it', async () => {
  const { onChange, user, call, notify } = await input({ '/oaserver/isDelFile': () => false })
  await user.click(await screen.findByRole('button', { name: 'Remove mine.txt' }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith({ kind: 'refused', text: 'This attachment cannot be deleted' }))
  expect(call).toHaveBeenCalledWith('/oaserver/isDelFile', { id: 'mine' }, expect.anything())
  expect(onChange).not.toHaveBeenCalled()
})

it('a free file goes altogether; one of the filed document is taken out of the field', async () => {
  const { onChange, user, call } = await input({ '/oaserver/isDelFile': () => true, '/oaserver/attachment/deleteByIds': () => true })
  await screen.findByRole('button', { name: 'Remove others.txt' })
  await user.click(screen.getByRole('checkbox', { name: 'mine.txt' }))
  await user.click(screen.getByRole('checkbox', { name: 'filed.txt' }))
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(['others']))
  await waitFor(() => expect(call).toHaveBeenCalledWith('/oaserver/attachment/deleteByIds', { ids: 'mine' }, expect.anything()))
})
