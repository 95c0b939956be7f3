import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { draw } from '../form/testing.tsx'
import { forgetTodo, keepTodo, readTodo } from './kept-todo.ts'
import { OfflineTodo } from './OfflineTodo.tsx'

const row = {
  id: 't1',
  businessNo: 'CC1',
  title: '王伟提交的出差申请',
  titleEn: 'Trip',
  subject: '苏州 → 上海',
  subjectEn: 'Suzhou → Shanghai',
  processName: '出差申请',
  processNameEn: 'Business trip',
  shortName: '出差',
  shortNameEn: 'Trip',
  amount: '12.50',
  applyerUser: { id: 'wang', name: '王伟/Wei Wang' },
  nodeName: '部门负责人',
  nodeNameEn: 'Head',
  createTime: '2026-11-20 09:00:00',
  dueTime: null,
} as unknown as DocumentRow

beforeEach(() => forgetTodo())

it('to-dos are kept for three days, and gone with the sign-in', () => {
  keepTodo([row], 0)
  expect(readTodo(86_400_000)?.rows).toMatchObject([{ id: 't1', subject: '苏州 → 上海' }])
  expect(readTodo(3 * 86_400_000)).toBeUndefined()
  forgetTodo()
  expect(readTodo(0)).toBeUndefined()
})

it('is nothing where what is kept cannot be read', () => {
  localStorage.setItem('oa.todo', '{')
  expect(readTodo()).toBeUndefined()
})

it('are shown without a network, with when they were so', async () => {
  keepTodo([row])
  await draw(<OfflineTodo />, {})
  expect(await screen.findByRole('listitem')).toHaveTextContent('Suzhou → Shanghai')
  expect(screen.getByRole('listitem')).toHaveTextContent('Wei Wang · Trip · Head · CC1')
  expect(screen.getByRole('status')).toHaveTextContent(/offline.*\d\d:\d\d/)
})
