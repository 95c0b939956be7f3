import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Permission } from '#kernel/permissions.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import { visit } from '../../model/testing-content.ts'
import { can } from '../../permissions.ts'
import { type FormDesign, formDesignPath } from '../../wire.ts'
import { DesignsPage } from '../DesignsPage.tsx'

const drawn: string[] = []
vi.mock('#shell/resource/renderers.tsx',
  async (original) => ({ ...(await original<object>()), FieldInput: ({ id }: { readonly id: string }) => {
    if (id.startsWith('design-f')) drawn.push(id)
    return null
  } }))

/** Elements that are watched, with the observer that is told of them. */
const watched = new Map<Element, (entries: readonly { readonly isIntersecting: boolean; readonly target: Element }[]) => void>()
class Observer {
  constructor(private readonly tell: (entries: readonly { isIntersecting: boolean; target: Element }[], observer: Observer) => void) {}
  observe(element: Element) {
    watched.set(element, (entries) => this.tell([...entries], this))
  }
  unobserve(element: Element) {
    watched.delete(element)
  }
}

const count = 1_000
const field = (number: number): FieldDefinition => ({ kind: 'select', cn: `字段${number}`, en: `Field ${number}`, section: 'contents',
  options: [{ value: 'a', cn: '甲', en: 'A' }] })
const fields: Fields = Object.fromEntries(Array.from({ length: count }, (_, number) => [`f${number}`, field(number)]))
const content = { ...visit,
  form: { ...visit.form, sections: [{ id: 'contents', cn: '内容', en: 'Contents' }],
    fields: { ...Object.fromEntries(Object.entries(visit.form.fields).map(([key, held]) => [key, { ...held, section: 'contents' }])),
      ...fields } } }
const design: FormDesign = { id: 'd1', over: null, urlPage: 'visitor', cn: '访客', en: 'Visitor', prefix: 'FK', group: 'administration',
  state: 'draft', version: null, isChanged: true, documents: 0, savedBy: '王伟/Wei Wang', savedAt: '2026-11-20 10:42:00', revision: 1,
  last: 0, content, problems: [], removed: [] }

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
  keepPermissions({ permissions: Object.values(can) as Permission[] })
  drawn.length = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  keepPermissions({ permissions: [] })
})

it('draws the controls of a large form only near the screen, each once, while every label and key works', async () => {
  const { user } = await draw(<DesignsPage />, {
    [`${formDesignPath}/d1`]: () => design,
    [`${formDesignPath}/check`]: () => [],
    [`${formDesignPath}/library`]: () => [],
    '/workflow/process/group/list': () => [],
    '/system/role/list': () => [],
  }, '/dynamic-form-designer?id=d1')
  const canvas = await screen.findByRole('group', { name: /^The form: arrow keys/ }, { timeout: 60_000 })
  expect(within(canvas).getByText(`Field ${count - 1}`)).toBeInTheDocument()
  expect(drawn).toEqual([])
  const near = [...watched].slice(-20)
  act(() => near.forEach(([target, tell]) => tell([{ isIntersecting: true, target }])))
  expect(drawn.length).toBe(20)
  const last = canvas.querySelector<HTMLElement>(`[data-path="f${count - 2}"]`)!
  last.click()
  last.focus()
  await user.keyboard('{ArrowRight}')
  expect(canvas.querySelector(`[data-path="f${count - 1}"]`)).toHaveFocus()
  // selecting a field draws no control again
  expect(drawn.length).toBe(20)
}, 120_000)
