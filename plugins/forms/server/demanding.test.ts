import { expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demanding } from './demanding.ts'

const answers = (code: number) =>
  demanding(
    { as: () => ({ post: async () => ({ status: 200, code, msg: '编码不能重复', data: { id: 'r1' } }) }) } as unknown as TestProduct,
  ).as('admin')

it('answers what is accepted', async () => {
  expect((await answers(200).post<{ id: string }>('/cars/add', {})).data.id).toBe('r1')
})

it('names a call that is refused', async () => {
  await expect(answers(42009).post('/cars/add', {})).rejects.toThrow('POST /cars/add was refused: 42009 编码不能重复')
})
