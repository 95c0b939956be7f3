import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Permission } from '#kernel/permissions.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { draw } from '#shell/form/testing.tsx'
import { changeField, contentOfForm, insertField } from '../../model/content.ts'
import { visit } from '../../model/testing-content.ts'
import { can } from '../../permissions.ts'
import { type FormDesign, formDesignPath, type SaveFormDesign } from '../../wire.ts'
import { DesignsPage } from '../DesignsPage.tsx'

const shipped = { ...visit.form, key: 'visit' }
const crm: FieldDefinition = { kind: 'text', cn: '客户编号', en: 'CRM number' }
const content = changeField(insertField(contentOfForm(shipped), 'ownCrm', crm, { section: 'visit', before: 'arrival' }), 'departure', {
  en: 'Leaves on',
})
const part = { of: 'attribute', path: 'departure', attribute: 'en', kind: 'date', was: 'Left on', now: 'Leaves on' } as const
const design: FormDesign = { id: 'd1', over: 'visit', urlPage: 'visit', cn: '访客申请', en: 'Visitor pass', prefix: 'FK',
  group: 'administration', state: 'published', version: 1, isChanged: false, documents: 3, savedBy: '王伟/Wei Wang',
  savedAt: '2026-11-20 10:42:00', revision: 7, last: 1, content, problems: [], filed: [],
  removed: [{ path: 'ownPhase', field: { ...crm, en: 'Phase' } }],
  overlay: { shipped, base: shipped, needs: { company: [{ cn: '流程要用它', en: 'The flow reads it' }] },
    questions: [{ id: 'attribute departure en', why: 'both', part, shipped: 'Departs on', isInactive: false }] } }

const permissionsOf = (permissions: readonly string[]) => keepPermissions({ permissions: permissions as readonly Permission[] })
beforeEach(() => {
  sessionStorage.clear()
  permissionsOf(Object.values(can))
})
afterEach(() => permissionsOf([]))

async function open() {
  const page = await draw(<DesignsPage />, {
    [`${formDesignPath}/d1`]: (body?: SaveFormDesign) =>
      body && 'content' in body ? { ...design, revision: body.revision + 1, content: body.content } : design,
    [`${formDesignPath}/d1/settle`]: () => ({ ...design, revision: 8, overlay: { ...design.overlay, questions: [] } }),
    [`${formDesignPath}/check`]: () => [],
    '/workflow/process/group/list': () => [],
    '/system/role/list': () => [],
  }, '/dynamic-form-designer?id=d1')
  const canvas = await screen.findByRole('group', { name: /^The form: arrow keys/ }, { timeout: 60_000 })
  return { ...page, canvas }
}

const face = (canvas: HTMLElement, name: string) => within(canvas).getByRole('button', { name: new RegExp(`^${name},`) })

it('marks what the company added and changed, and narrows the form to it', async () => {
  const { canvas, user } = await open()
  expect(within(face(canvas, 'CRM number')).getByText('Added')).toBeInTheDocument()
  expect(within(face(canvas, 'Leaves on')).getByText('To decide')).toBeInTheDocument()
  expect(screen.getByText('Published · v1')).toBeInTheDocument()
  await user.click(screen.getByText('Differences 2'))
  expect(within(canvas).queryByRole('button', { name: /^Company,/ })).toBeNull()
  expect(face(canvas, 'CRM number')).toBeInTheDocument()
})

it('settles a question of an upgrade', async () => {
  const { user, call } = await open()
  const question = within(screen.getByRole('region', { name: /^Both changed “Leaves on · English label”|^Both changed “Departure/ }))
  expect(question.getByText('Departs on')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Publish v2' })).toBeDisabled()
  await user.click(question.getByRole('radio', { name: /^Use the product’s/ }))
  await user.click(question.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(`${formDesignPath}/d1/settle`, { revision: 7, question: 'attribute departure en', choice: 'product' },
      expect.anything())
  )
})

it('says why a field cannot be hidden, and puts back one that was deleted', async () => {
  const { canvas, user, call } = await open()
  await user.click(face(canvas, 'Company'))
  expect(screen.getByText('The flow reads it')).toBeInTheDocument()
  expect(screen.getByRole('switch', { name: /Hidden/ })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Put back “Phase”' }))
  await waitFor(() => {
    const saved = call.mock.calls.flatMap(([path, body]) => (path.endsWith('/d1') && body ? [(body as SaveFormDesign).content] : []))
    expect(saved.at(-1)?.form.fields).toHaveProperty('ownPhase')
  })
})
