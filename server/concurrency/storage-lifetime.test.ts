import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { endsWithAnswers } from './storage-lifetime.ts'

it('ends a storage with the last of the answers, and not before', () => {
  const storage = new AsyncLocalStorage<string>()
  const endWith = endsWithAnswers(storage)
  const [one, other] = [new EventEmitter(), new EventEmitter()]
  storage.run('held', () => {
    endWith(one)
    endWith(other)
    one.emit('close')
    expect(storage.getStore()).toBe('held')
    other.emit('close')
    expect(storage.getStore()).toBeUndefined()
  })
  storage.run('again', () => expect(storage.getStore()).toBe('again'))
})
