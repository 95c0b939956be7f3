import { expect, it } from 'vitest'
import { Uploads } from './form-store.ts'

it('knows when no cell waits for a file any more', async () => {
  const uploads = new Uploads()
  let ended = 0
  void uploads.ended().then(() => ended++)
  await Promise.resolve()
  expect([uploads.isUnderWay(), ended]).toEqual([false, 1])
  uploads.set('items.0.files', true)
  uploads.set('files', true)
  const both = uploads.ended().then(() => ended++)
  uploads.set('files', false)
  await Promise.resolve()
  expect([uploads.isUnderWay(), ended]).toEqual([true, 1])
  uploads.set('items.0.files', false)
  await both
  expect([uploads.isUnderWay(), ended]).toEqual([false, 2])
})
