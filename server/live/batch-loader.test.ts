import { expect, it } from 'vitest'
import { batchLoader } from './live-notifier.ts'

it('asks once for what is wanted while an answer is under way, and again after a failure', async () => {
  const questions: string[][] = []
  const length = batchLoader(async (words: readonly string[]) => {
    questions.push([...words])
    await new Promise((done) => setTimeout(done, 5))
    if (words.includes('bad')) throw new Error('bad')
    return new Map(words.filter((word) => word !== '').map((word) => [word, word.length]))
  })
  const first = length('one')
  await new Promise((done) => setTimeout(done))
  const later = [length('three'), length('three'), length('')]
  expect(await first).toBe(3)
  expect(await Promise.all(later)).toEqual([5, 5, undefined])
  await expect(Promise.all([length('bad'), length('two')])).rejects.toThrow('bad')
  expect(await length('two')).toBe(3)
  expect(questions).toEqual([['one'], ['three', ''], ['bad', 'two'], ['two']])
})
