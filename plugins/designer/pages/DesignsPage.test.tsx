import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { approve, defineFlow, selectUser } from '#kernel/flow.ts'
import type { Permission } from '#kernel/permissions.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { HttpFailure } from '#providers/failure.ts'
import { draw } from '#shell/form/testing.tsx'
import { changeField, withForm } from '../model/content.ts'
import { renameField } from '../model/references.ts'
import { visit } from '../model/testing-content.ts'
import { can } from '../permissions.ts'
import { type FormContent, type FormDesign, formDesignPath, type SaveFormDesign } from '../wire.ts'
import { DesignsPage } from './DesignsPage.tsx'

const design: FormDesign = { id: 'd1', over: null, urlPage: 'visitor', cn: '访客申请', en: 'Visitor pass', prefix: 'FK',
  group: 'administration', state: 'published', version: 2, isChanged: true, documents: 184, savedBy: '王伟/Wei Wang',
  savedAt: '2026-11-20 10:42:00', revision: 7, last: 2, content: visit, problems: [], removed: [], filed: [] }

const permissionsOf = (permissions: readonly string[]) => keepPermissions({ permissions: permissions as readonly Permission[] })

beforeEach(() => {
  sessionStorage.clear()
  permissionsOf(Object.values(can))
})
afterEach(() => permissionsOf([]))

type Save = (body: SaveFormDesign) => FormDesign

const stored: Save = ({ revision, content }) => ({ ...design, revision: revision + 1, content })

/** The version in force, which the draft differs from. */
function inForce(): FormContent {
  const { cost: _, ...columns } = visit.form.fields['visitors']!.columns!
  return changeField(changeField(visit, 'company', { en: 'Firm' }), 'visitors', { columns })
}

async function open(save: Save = stored, stands: () => FormDesign = () => design, version: FormContent = inForce()) {
  const page = await draw(<DesignsPage />, {
    [`${formDesignPath}/d1`]: (body?: SaveFormDesign) => (body && 'content' in body ? save(body) : stands()),
    [`${formDesignPath}/d1/publish`]: () => ({ ...design, version: 3, isChanged: false }),
    [`${formDesignPath}/d1/version/2`]: () => version,
    [`${formDesignPath}/check`]: () => [],
    [`${formDesignPath}/d1/samples`]: () => [],
    '/workflow/process/group/list': () => [{ id: 'administration', name: '行政', nameEn: 'Administration' }],
    [`${formDesignPath}/library`]: () => [],
    '/system/role/list': () => [],
  }, '/dynamic-form-designer?id=d1')
  const canvas = await screen.findByRole('group', { name: /^The form: arrow keys/ }, { timeout: 60_000 })
  const saved = (): readonly FormContent[] =>
    page.call.mock.calls.flatMap(([path, body]) =>
      path.endsWith('/d1') && body && 'content' in (body as object) ? [(body as SaveFormDesign).content] : []
    )
  return { ...page, canvas, saved }
}

const face = (canvas: HTMLElement, name: string) => within(canvas).getByRole('button', { name: new RegExp(`^${name},`) })

it('has labels that a double click edits in place: Enter keeps the text, Escape does not, and no key moves the field', async () => {
  const { canvas, user, saved } = await open()
  await user.dblClick(within(face(canvas, 'Company')).getByText('Company'))
  await user.keyboard('Firm to visit{Delete}{ArrowLeft}{Enter}')
  await waitFor(() => expect(saved().at(-1)?.form.fields['company']).toMatchObject({ en: 'Firm to visit', cn: '来访单位' }))
  await user.dblClick(within(face(canvas, 'Arrival')).getByText('Arrival'))
  await user.keyboard('Nothing of it{Escape}')
  expect(face(canvas, 'Arrival')).toBeInTheDocument()
})

it('is drawn with the keyboard alone: find a kind, add, name, move, widen, remove and undo', async () => {
  const { canvas, user, saved } = await open()
  face(canvas, 'Company').focus()
  await user.keyboard('{ArrowRight}')
  expect(face(canvas, 'Arrival')).toHaveFocus()
  await user.keyboard('/')
  await user.keyboard('Place{Enter}')
  await waitFor(() => expect(face(canvas, 'Place')).toHaveFocus())
  await user.keyboard('{Enter}')
  const label = screen.getByRole('textbox', { name: /^English label/ })
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Chinese label/ })).toHaveFocus())
  await user.clear(label)
  await user.type(label, 'Gate')
  face(canvas, 'Gate').focus()
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
  await waitFor(() => expect(saved().at(-1)?.form.fields['cascader']).toMatchObject({ en: 'Gate', section: 'visit', span: 2 }))
  expect(Object.keys(saved().at(-1)?.form.fields ?? {}).slice(0, 3)).toEqual(['company', 'cascader', 'arrival'])
  await user.keyboard('{Delete}')
  await waitFor(() => expect(within(canvas).queryByRole('button', { name: /^Gate,/ })).toBeNull())
  await user.keyboard('{Control>}z{/Control}')
  expect(face(canvas, 'Gate')).toBeInTheDocument()
})

it('says at once what is wrong with an expression, and what uses a field', async () => {
  const { canvas, user } = await open()
  await user.click(face(canvas, 'NDA number'))
  const when = screen.getByLabelText('Required when')
  expect(when).toHaveValue('zone = "1"')
  await user.clear(when)
  await user.type(when, 'nothing = 1')
  expect((await screen.findAllByText(/There is no field or name “nothing”/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Publish v3' })).toBeDisabled()
  await user.click(face(canvas, 'Production area'))
  const uses = within(screen.getByRole('region', { name: 'Used in' }))
  expect(uses.getByRole('button', { name: 'Rule 1' })).toBeInTheDocument()
  expect(uses.getByRole('button', { name: 'Flow · Host' })).toBeInTheDocument()
  await user.click(uses.getByRole('button', { name: 'Rule 1' }))
  expect(await screen.findByDisplayValue('No area without an NDA')).toBeInTheDocument()
})

it('joins what a colleague saved meanwhile, and asks about what both changed', async () => {
  const theirs: FormDesign = { ...design, revision: 8, savedBy: '李娜/Na Li',
    content: changeField(changeField(visit, 'company', { en: 'Firm' }), 'fee', { en: 'Expense' }) }
  const refused: Save = (body) => {
    if (body.revision === 7) throw new HttpFailure({ kind: 'moved', code: 42007, message: 'Na Li has saved a newer draft' })
    return stored(body)
  }
  let reads = 0
  const { canvas, user, saved } = await open(refused, () => (reads++ === 0 ? design : theirs))
  await user.click(face(canvas, 'Company'))
  const label = screen.getByRole('textbox', { name: /^English label/ })
  await user.clear(label)
  await user.type(label, 'Visitor of')
  const dialog = within(await screen.findByRole('dialog', { name: 'Na Li has just changed the same parts' }))
  expect(await dialog.findByText('Visitor of')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(saved().at(-1)?.form.fields).toMatchObject({ company: { en: 'Visitor of' }, fee: { en: 'Expense' } }))
})

it('publishes with a reason, beside what changes', async () => {
  const { user, call } = await open()
  await user.click(await screen.findByRole('button', { name: 'Publish v3' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Publish “Visitor pass” v3/ }))
  expect(await dialog.findByText('Firm')).toBeInTheDocument()
  expect(dialog.getByText(/Cost added/)).toBeInTheDocument()
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'New label')
  await user.click(dialog.getByRole('button', { name: 'Publish v3' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(`${formDesignPath}/d1/publish`, { revision: 7, reason: 'New label' }, expect.anything())
  )
})

it('tells another key as a rename and kinds by their names, beside what changes', async () => {
  const before = changeField(renameField(visit, 'fee', 'cost'), 'note', { kind: 'richtext' })
  const { user } = await open(undefined, undefined, before)
  await user.click(await screen.findByRole('button', { name: 'Publish v3' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Publish “Visitor pass” v3/ }))
  expect((await dialog.findByText('renamed')).closest('li')).toHaveTextContent('Cost renamedKey cost → fee')
  expect(dialog.getByText('Note').closest('li')).toHaveTextContent('Note changedKind Rich text → Long text')
  expect(dialog.queryByText('removed')).toBeNull()
})

it('names a step after its rule, until somebody has named it', async () => {
  const step = approve('step1', selectUser(10, { canAdd: true }), { cn: '自选审批人', en: 'Chosen approvers', mode: 'sequential' })
  const plain: FormDesign = { ...design, content: withForm(visit, { flow: defineFlow([step]) }) }
  const { user, saved } = await open(stored, () => plain)
  const last = () => saved().at(-1)?.form.flow.steps[0]
  const choose = async (rule: RegExp) => {
    await user.click(screen.getByRole('combobox', { name: 'Approver' }))
    await user.click((await screen.findAllByText(rule)).at(-1)!)
  }
  await user.click(screen.getByRole('tab', { name: /^Flow/ }))
  await choose(/^General manager$/)
  await waitFor(() => expect(last()).toMatchObject({ cn: '总经理', en: 'General manager', by: { rule: 'generalManager' } }))
  const name = screen.getByRole('textbox', { name: /^English label/ })
  await user.clear(name)
  await user.type(name, 'The boss')
  await choose(/superior/i)
  await waitFor(() => expect(last()).toMatchObject({ en: 'The boss', by: { rule: 'superior' } }))
})

it('draws the condition of a step by rows, and takes it away', async () => {
  const step = approve('step1', selectUser(10, { canAdd: true }), { cn: '自选审批人', en: 'Chosen approvers', mode: 'sequential' })
  const plain: FormDesign = { ...design, content: withForm(visit, { flow: defineFlow([step]) }) }
  const { user, saved } = await open(stored, () => plain)
  const last = () => saved().at(-1)?.form.flow.steps[0]
  const enter = async (when: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Asked' }))
    await user.click((await screen.findAllByText(when)).at(-1)!)
  }
  await user.click(screen.getByRole('tab', { name: /^Flow/ }))
  await enter('On condition')
  await user.click(await screen.findByRole('button', { name: 'Add a condition' }, { timeout: 30_000 }))
  expect(screen.getByRole('combobox', { name: 'Field' })).toBeInTheDocument()
  await waitFor(() => expect(last()).toMatchObject({ when: 'fee > 0' }))
  await enter('Always')
  await waitFor(() => expect(last()).not.toHaveProperty('when'))
})

it('puts a new field in the place of one that documents have with another kind', async () => {
  const { canvas, user, saved } = await open(stored, () => ({ ...design, filed: [{ path: 'company', kind: 'text' }] }))
  await user.click(face(canvas, 'Company'))
  await user.click(screen.getByRole('combobox', { name: 'Kind' }))
  await user.click((await screen.findAllByText('Long text')).at(-1)!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a field “Long text” instead?' }))
  expect(dialog.getByText(/^Documents have “Company” as Text/)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Add the new field' }))
  await waitFor(() => expect(saved().at(-1)?.form.fields).toMatchObject({ company2: { kind: 'textarea', en: 'Company' } }))
  expect(Object.keys(saved().at(-1)?.form.fields ?? {})).not.toContain('company')
})

it('adds a column from the table itself', async () => {
  const { canvas, user, saved } = await open()
  await user.click(within(canvas).getByRole('button', { name: 'Add a column' }))
  await waitFor(() => expect(Object.keys(saved().at(-1)?.form.fields['visitors']?.columns ?? {})).toContain('text'))
})
