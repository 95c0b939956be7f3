import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { definePlugin } from '#kernel/plugin.ts'
import * as permissions from '#providers/permissions.ts'
import { claim, draw } from '../form/testing.tsx'
import { sourceOf } from './declaration-source.ts'
import { putDesigned } from './declarations.ts'
import { DeclaredPage } from './DeclaredPage.tsx'

const declarations = async () => sourceOf([definePlugin({ id: 'made', forms: [claim] })])

it('a form that its flow lets others start says so, and is not calculated', async () => {
  vi.spyOn(permissions, 'may').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  let answer: (processes: unknown) => void = () => undefined
  const processes = new Promise((resolve) => (answer = resolve))
  const { call } = await draw(<DeclaredPage />, {
    '/workflow/process/list': () => processes,
    '/system/menus/closed': () => [],
  }, '/sample', { declarations })
  answer([{ businessType: 'madeUpClaim', startable: false }])
  expect(await screen.findByRole('heading', { name: 'You can’t start this form' })).toBeVisible()
  expect(call.mock.calls.map(([path]) => path)).not.toContain('/oaserver/madeUpClaim/calculate')
})

it('an address of a form that was published since the declarations were read opens it', async () => {
  vi.spyOn(permissions, 'may').mockReturnValue(true)
  onTestFinished(() => {
    vi.restoreAllMocks()
    putDesigned((_, built) => built)
  })
  const outing = { ...claim, key: 'dynamicForm:outing', path: '/dynamic-form-outing', detailPath: '/dynamic-form-outing-detail',
    plugin: 'company', hash: '1' }
  const none = { forms: [], resources: [], references: [], requires: {}, contributions: [] }
  let reads = 0
  await draw(<DeclaredPage />, {
    '/workflow/declarations': () => (reads++ === 0 ? none : { ...none, forms: [outing] }),
    '/workflow/process/list': () => [{ businessType: outing.key, startable: false }],
    '/system/menus/closed': () => [],
  }, '/dynamic-form-outing', { declarations })
  expect(await screen.findByRole('heading', { name: 'You can’t start this form' }, { timeout: 10_000 })).toBeVisible()
  expect(reads).toBe(2)
})
