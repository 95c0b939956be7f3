import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Permission } from '#kernel/permissions.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import { visit } from '../../model/testing-content.ts'
import { can } from '../../permissions.ts'
import { type FormDesign, formDesignPath } from '../../wire.ts'
import { DesignsPage } from '../DesignsPage.tsx'

/** Elements that are watched, each with the function by which an observer learns that it came near the screen. */
const watched = new Map<Element, () => void>()
class Observer {
  private readonly seen: (entries: readonly { isIntersecting: boolean; target: Element }[], observer: Observer) => void
  constructor(seen: Observer['seen']) {
    this.seen = seen
  }
  observe(target: Element) {
    watched.set(target, () => this.seen([{ isIntersecting: true, target }], this))
  }
  unobserve(target: Element) {
    watched.delete(target)
  }
}

const count = 1_000
const field = (number: number): FieldDefinition => ({ kind: 'select', cn: `字段${number}`, en: `Field ${number}`, section: 'contents',
  options: [{ value: 'a', cn: '甲', en: 'A' }] })
const manyFields: Fields = Object.fromEntries(Array.from({ length: count }, (_, number) => [`f${number}`, field(number)]))
const content = { ...visit,
  form: { ...visit.form, sections: [{ id: 'contents', cn: '内容', en: 'Contents' }],
    fields: { ...Object.fromEntries(Object.entries(visit.form.fields).map(([key, held]) => [key, { ...held, section: 'contents' }])),
      ...manyFields } } }
const design: FormDesign = { id: 'd1', over: null, urlPage: 'visitor', cn: '访客', en: 'Visitor', prefix: 'FK', group: 'administration',
  state: 'draft', version: null, isChanged: true, documents: 0, savedBy: '王伟/Wei Wang', savedAt: '2026-11-20 10:42:00', revision: 1,
  last: 0, content, problems: [], removed: [], filed: [] }

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
  keepPermissions({ permissions: Object.values(can) as Permission[] })
  watched.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  keepPermissions({ permissions: [] })
})

it('draws the controls of a large form only near the screen, while every label and key works', async () => {
  const { user } = await draw(<DesignsPage />, {
    [`${formDesignPath}/d1`]: () => design,
    [`${formDesignPath}/check`]: () => [],
    [`${formDesignPath}/library`]: () => [],
    '/workflow/process/group/list': () => [],
    '/system/role/list': () => [],
  }, '/dynamic-form-designer?id=d1')
  const canvas = await screen.findByRole('group', { name: /^The form: arrow keys/ }, { timeout: 60_000 })
  expect(within(canvas).getByText(`Field ${count - 1}`)).toBeInTheDocument()
  const drawn = () => canvas.querySelectorAll('[data-path^="f"] [role="combobox"]').length
  expect(drawn()).toBe(0)
  const waiting = () => [...watched].filter(([target]) => target.isConnected && target.closest('[data-path^="f"]'))
  await waitFor(() => expect(waiting().length).toBeGreaterThanOrEqual(count), { timeout: 60_000 })
  const near = waiting().slice(-20)
  await act(async () => near.forEach(([, comesNear]) => comesNear()))
  await waitFor(() => expect(drawn()).toBe(20), { timeout: 60_000 })
  const last = canvas.querySelector<HTMLElement>(`[data-path="f${count - 2}"]`)!
  last.click()
  last.focus()
  await user.keyboard('{ArrowRight}')
  expect(canvas.querySelector(`[data-path="f${count - 1}"]`)).toHaveFocus()
  expect(drawn()).toBe(20)
}, 120_000)
