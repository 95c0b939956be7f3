import { screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { canDesign } from '#kernel/flow/design.ts'
import { approve, copy, defineFlow, exclusive, type Flow, initiator, role } from '#kernel/flow.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { Permission } from '#kernel/permissions.ts'
import { keepPermissions } from '#providers/permissions.ts'
import { filed } from '#shell/detail/testing.tsx'
import { claim, draw } from '#shell/form/testing.tsx'
import { sourceOf } from '#shell/routing/declaration-source.ts'
import { HttpFailure } from '#providers/failure.ts'
import type { ChangeScenario, DesignView, DraftView, SaveDraft, SavedDraft, Scenario } from '../../wire.ts'
import { DesignerPage } from './DesignerPage.tsx'
import { PublishPage } from './publishing/PublishPage.tsx'
import { WhatIfPage } from './trying/WhatIfPage.tsx'

const flow = defineFlow([
  approve('cashier', role('cashier'), { cn: '出纳', en: 'Cashier', when: 'total > 500' }),
  exclusive('branches', [{ when: 'kind = "a"', steps: [approve('second', initiator, { cn: '复核', en: 'Second look' })] }]),
  copy('done', initiator, { cn: '抄送', en: 'CC' }),
])

const person = { id: 'wang', name: '王伟/Wei Wang' }
const design: DesignView = { key: claim.key, cn: '试用报销', en: 'Sample claim', state: 'published', current: 'h1', version: 4,
  movesMoney: false, isDesigned: false, filed: 0,
  versions: [{ hash: 'h1', version: 4, by: person, at: '2026-11-20 09:00:00', isCurrent: true, isShipped: false, running: 3 }], drafts: [],
  roles: [{ key: 'cashier', name: '出纳/Cashier' }], roleScopes: [], owners: [], explanations: [], opinionFacts: [], parameters: [] }
const draft: DraftView = { id: 'd1', name: 'Draft v5', revision: 1, base: 'h1', baseVersion: 4, isOutdated: false, createdBy: person,
  changedBy: person, createdAt: '2026-11-28 09:00:00', changedAt: '2026-11-28 10:42:00', comments: 0, content: 'c1', flow, findings: [],
  found: { cashier: { people: [{ ...person, why: [] }], problems: [] } }, names: {} }

const declarations = async () => sourceOf([definePlugin({ id: 'sample', forms: [claim], locales: { cn: {}, en: {} } })])

function answers(
  save: (body: SaveDraft) => SavedDraft = (body) => ({ outcome: 'saved',
    draft: { ...draft, revision: body.revision + 1, content: 'c2', flow: body.flow }, other: null, conflicts: [] }),
) {
  const base = `/workflow/def/${claim.key}`
  return {
    [`${base}/design`]: () => design,
    [`${base}/draft/d1`]: (body?: SaveDraft) => (body && 'flow' in body ? save(body) : draft),
    [`${base}/draft/d1/comment`]: () => [],
    [`${base}/scenario/run`]: () => [],
    [`${base}/people`]: () => ({ people: [person], problems: [] }),
    '/workflow/def/validate':
      () => [{ nodeId: 'second', level: 'warning', where: 'second', message: 'Nobody is asked for small claims',
        counterexample: 'total = 1' }],
    '/workflow/getProcess': () => ({ records: [], total: 0 }),
  }
}

const permissionsOf = (permissions: readonly string[]) => keepPermissions({ permissions: permissions as readonly Permission[] })

beforeEach(() => {
  sessionStorage.clear()
  permissionsOf(Object.values(canDesign))
})
afterEach(() => permissionsOf([]))

const open = async (save?: (body: SaveDraft) => SavedDraft) => {
  const page = await draw(<DesignerPage />, answers(save), `/approval-config?id=${claim.key}&draft=d1`, { declarations })
  const drawing = await screen.findByRole('group', { name: 'Drawing of the flow, arrow keys move' }, { timeout: 60_000 })
  return { ...page, drawing,
    saved: () =>
      page.call.mock.calls.filter(([path, body]) => path.endsWith('/draft/d1') && body && 'flow' in (body as object))
        .map(([, body]) => (body as SaveDraft).flow) }
}

const card = (drawing: HTMLElement, name: RegExp) => within(drawing).getByRole('button', { name })

it.each([['the designer', DesignerPage], ['publishing', PublishPage], ['what if', WhatIfPage]])(
  'leads from %s to the list of flows where the address names no form',
  async (_, Opened) => {
    const { call } = await draw(
      <Routes>
        <Route path="/approval-process" element={<h1>Approval flows</h1>} />
        <Route path="*" element={<Opened />} />
      </Routes>,
      answers(),
      '/approval-config',
      { declarations },
    )
    expect(await screen.findByRole('heading', { name: 'Approval flows' })).toBeInTheDocument()
    expect(call).not.toHaveBeenCalled()
  },
)

it('keeps the selected step when the version is opened to be changed', async () => {
  const base = `/workflow/def/${claim.key}`
  const { findings: _, ...body } = draft
  const { user } = await draw(<DesignerPage />, { ...answers(), [`${base}/version/h1`]: () => ({ ...body, findings: [] }),
    [`${base}/draft`]: () => draft, [base]: () => ({ offer: null, by: null }) }, `/approval-config?id=${claim.key}`, { declarations })
  await user.click(card(await screen.findByRole('group', { name: /^Drawing of the flow/ }, { timeout: 60_000 }), /^Cashier/))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByRole('combobox', { name: 'Approver' })).toBeInTheDocument()
})

it('draws every step with its people in words, its condition and whom it finds today', async () => {
  const { drawing } = await open()
  expect(card(drawing, /^Cashier/)).toHaveTextContent('Role: Cashier')
  expect(card(drawing, /^Cashier/)).toHaveTextContent('Runs if Total > 500')
  expect(card(drawing, /^Cashier/)).toHaveTextContent('Wei Wang')
  expect(within(drawing).getByRole('button', { name: 'Kind = Kind A' })).toBeInTheDocument()
  expect(within(drawing).getByRole('button', { name: 'Otherwise' })).toBeInTheDocument()
  expect(await within(drawing).findByText('Nobody is asked for small claims')).toBeInTheDocument()
})

it('changes a name, stores it by itself, and takes it back', async () => {
  const { drawing, user, saved } = await open()
  await user.click(card(drawing, /^Cashier/))
  const name = screen.getByRole('textbox', { name: 'English name' })
  await user.clear(name)
  await user.type(name, 'Payment')
  await waitFor(() => expect(saved().at(-1)?.steps[0]).toMatchObject({ id: 'cashier', en: 'Payment' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(card(drawing, /^Paymen/)).toBeInTheDocument()
})

it('is drawn with the keyboard alone: insert, move, copy, delete', async () => {
  const { drawing, user, saved } = await open()
  card(drawing, /^Start/).focus()
  await user.keyboard('{ArrowDown}')
  expect(card(drawing, /^Cashier/)).toHaveFocus()
  await user.keyboard('a')
  await user.click(await screen.findByRole('menuitem', { name: 'Approval step' }))
  await waitFor(() => expect(card(drawing, /^Approval step/)).toHaveFocus())
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(saved().at(-1)?.steps[1]).toMatchObject({ id: 'cashier' }))
  expect(saved().at(-1)?.steps.map(({ block }) => block)).toEqual(['approve', 'approve', 'exclusive', 'copy'])
  await waitFor(() => expect(card(drawing, /^Approval step/)).toHaveFocus())
  await user.keyboard('{Delete}')
  await waitFor(() => expect(within(drawing).queryByRole('button', { name: /^Approval step/ })).toBeNull())
  card(drawing, /^Cashier/).focus()
  await user.keyboard('{Control>}c{/Control}')
  await user.keyboard('{Control>}v{/Control}')
  expect(within(drawing).getAllByRole('button', { name: /^Cashier/ })).toHaveLength(2)
})

it('keeps the focus in the drawing: at a step that is moved or added, and back from the settings and a simulation', async () => {
  const { drawing, user } = await open()
  card(drawing, /^Cashier/).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(card(drawing, /^Cashier/).compareDocumentPosition(card(drawing, /^Conditional/))).toBe(2))
  await waitFor(() => expect(card(drawing, /^Cashier/)).toHaveFocus())
  await user.click(card(drawing, /^Cashier/))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('textbox', { name: 'Chinese name' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(card(drawing, /^Cashier/)).toHaveFocus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Initiator' })).toHaveFocus())
  await user.keyboard('{Escape}')
  expect(card(drawing, /^Cashier/)).toHaveFocus()
  await user.keyboard('a')
  await user.click(await screen.findByRole('menuitem', { name: 'Approval step' }))
  await waitFor(() => expect(card(drawing, /^Approval step/)).toHaveFocus())
})

it('inserts behind a whole block from its head, and into a branch from the head of the branch', async () => {
  const { drawing, user, saved } = await open()
  card(drawing, /^Conditional branches/).focus()
  await user.keyboard('a')
  await user.click(await screen.findByRole('menuitem', { name: 'CC' }))
  await waitFor(() => expect(saved().at(-1)?.steps.map(({ block }) => block)).toEqual(['approve', 'exclusive', 'copy', 'copy']))
  card(drawing, /^Kind = Kind A/).focus()
  await user.keyboard('a')
  await user.click(await screen.findByRole('menuitem', { name: 'CC' }))
  await waitFor(() => expect(saved().at(-1)?.steps[1]).toMatchObject({ branches: [{ steps: [{ block: 'copy' }, { id: 'second' }] }] }))
})

it('says what a colleague changed at the same time, and keeps both', async () => {
  const theirs: Flow = { ...flow, settings: { ...flow.settings, urgeMinutes: 5 } }
  let calls = 0
  const { drawing, user, saved } = await open((body) => {
    calls += 1
    if (calls > 1) return { outcome: 'saved', draft: { ...draft, revision: 3, content: 'c3', flow: body.flow }, other: null, conflicts: [] }
    return { outcome: 'conflict', draft: { ...draft, revision: 2, content: 'theirs', flow: theirs },
      other: { id: 'li', name: '李娜/Na Li' },
      conflicts: [{ node: { id: 'cashier', cn: '出纳', en: 'Cashier' }, attribute: 'en', base: 'Cashier', theirs: 'Till',
        mine: 'Paymaster' }] }
  })
  await user.click(card(drawing, /^Cashier/))
  const name = screen.getByRole('textbox', { name: 'English name' })
  await user.clear(name)
  await user.type(name, 'Paymaster')
  const dialog = within(await screen.findByRole('dialog', { name: 'Na Li changed the same parts' }))
  expect(dialog.getByText('Till')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(saved().at(-1)).toMatchObject({ settings: { urgeMinutes: 5 }, steps: [{ en: 'Paymaster' }, {}, {}] }))
})

it('limits a step to terminals, and leaves it at least one', async () => {
  const { drawing, user, saved } = await open()
  await user.click(card(drawing, /^Cashier/))
  const group = within(screen.getByRole('group', { name: 'Decided on' }))
  await user.click(group.getByRole('checkbox', { name: 'Phone' }))
  await waitFor(() => expect(saved().at(-1)?.steps[0]).toMatchObject({ id: 'cashier', terminals: ['web', 'mini'] }))
  await user.click(group.getByRole('checkbox', { name: 'Computer' }))
  await user.click(group.getByRole('checkbox', { name: 'Mini-program' }))
  expect(group.getByRole('checkbox', { name: 'Mini-program' })).toBeChecked()
  await user.click(group.getByRole('checkbox', { name: 'Computer' }))
  await user.click(group.getByRole('checkbox', { name: 'Phone' }))
  await waitFor(() => expect(saved().at(-1)?.steps[0]).not.toHaveProperty('terminals'))
})

it('simulates the version in force with a filed document as its initiator, and keeps it as a scenario', async () => {
  const base = `/workflow/def/${claim.key}`
  const { findings: _, ...body } = draft
  const step = { node: 'cashier', kind: 'approve', cn: '出纳', en: 'Cashier', path: [0], mode: 'any', state: 'running', why: null,
    people: [], problems: [] }
  const page = (
    <>
      <Link to={`/approval-config?id=${claim.key}&simulate=d2`}>Another document</Link>
      <DesignerPage />
    </>
  )
  const { user, call } = await draw(page, { ...answers(), [`${base}/version/h1`]: () => ({ ...body, findings: [] }),
    [base]: () => ({ offer: null, by: null }), [`/oaserver/${claim.key}/detail`]: () => filed,
    [`${base}/simulate`]: () => ({ steps: [step], refusal: null, conditions: {} }), [`${base}/scenario`]: () => ({}) },
    `/approval-config?id=${claim.key}&simulate=d1`, { declarations })
  await user.type(await screen.findByRole('textbox', { name: 'Name of the scenario' }, { timeout: 60_000 }), 'As filed')
  await user.click(screen.getByRole('button', { name: 'Save as a scenario' }))
  const sent = () => call.mock.calls.filter(([path]) => path === `${base}/scenario`).map(([, sentBody]) => sentBody)
  await waitFor(() => expect(sent()).toEqual([{ name: 'As filed', person: 'wang', document: 'd1', value: {}, of: { version: 'h1' } }]))
  const simulated = () =>
    call.mock.calls.filter(([path]) => path === `${base}/simulate`).map(([, asked]) => (asked as { document?: string }).document)
  await user.click(screen.getByRole('link', { name: 'Another document' }))
  await waitFor(() => expect(simulated()).toEqual(['d1', 'd2']))
})

it('simulates a draft with the document on which its conditions are tried', async () => {
  const base = `/workflow/def/${claim.key}`
  const { user, call } = await draw(<DesignerPage />, { ...answers(), [`/oaserver/${claim.key}/detail`]: () => filed,
    '/workflow/getProcess': () => ({ records: [{ id: 'd1', procInstId: 'd1', businessNo: 'BX1', subject: 'Cable', starterName: '' }],
      total: 1 }), [`${base}/simulate`]: () => ({ steps: [], refusal: null, conditions: {} }) },
    `/approval-config?id=${claim.key}&draft=d1`, { declarations })
  const drawing = await screen.findByRole('group', { name: 'Drawing of the flow, arrow keys move' }, { timeout: 60_000 })
  await user.click(card(drawing, /^Cashier/))
  await user.click(await screen.findByRole('combobox', { name: 'Try it on a document' }))
  await user.click(await screen.findByText('BX1 Cable'))
  await user.click(screen.getByRole('button', { name: 'Simulate' }))
  const simulated = () =>
    call.mock.calls.filter(([path]) => path === `${base}/simulate`).map(([, asked]) => (asked as { document?: string }).document)
  await waitFor(() => expect(simulated()).toEqual(['d1']))
})

it('changes a saved scenario; a colleague’s other changes are merged, and of a part that both changed one of both is chosen', async () => {
  const base = `/workflow/def/${claim.key}`
  const asked = [{ node: 'cashier', people: ['wang'] }]
  const begun: Scenario = { id: 's1', name: 'Small', person, value: { kind: 'a' }, expected: asked, revision: 1, changedBy: person,
    changedAt: '2026-11-28 10:00:00' }
  const li = { id: 'li', name: '李强/Qiang Li' }
  let stored = begun
  const result = { id: 's1', name: 'Small', holds: true, expected: asked, actual: asked, refusal: null }
  const put = (body: ChangeScenario) => {
    if (body.revision !== stored.revision) throw new HttpFailure({ kind: 'moved', code: 42007, message: 'Changed' })
    return body
  }
  const { user, call } = await draw(<DesignerPage />, { ...answers(), [`${base}/scenario/run`]: () => [result],
    [`${base}/scenario`]: () => [stored], [`${base}/scenario/s1`]: put,
    [`${base}/simulate`]: () => ({ steps: [{ node: 'second', kind: 'approve', state: 'running', people: [li] }], refusal: null,
      conditions: {} }) }, `/approval-config?id=${claim.key}&draft=d1`, { declarations })
  const sent = () => call.mock.calls.filter(([path]) => path === `${base}/scenario/s1`).map(([, body]) => body as ChangeScenario)
  await user.click(await screen.findByRole('button', { name: 'Edit “Small”' }, { timeout: 60_000 }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit scenario' }))
  const named = await dialog.findByRole('textbox', { name: 'Name of the scenario' })
  await user.clear(named)
  await user.type(named, 'Small claim')
  await user.click(dialog.getByRole('button', { name: 'Use today’s path' }))

  stored = { ...begun, revision: 2, changedBy: li, value: { kind: 'b' } }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Merged with changes by Qiang Li')).toBeVisible()

  stored = { ...stored, revision: 3, name: 'Tiny' }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/both changed: Name of the scenario/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent().at(-1)).toEqual({ name: 'Small claim', person: 'wang', value: { kind: 'b' },
      expected: [{ node: 'second', people: ['li'] }], revision: 3 })
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit scenario' })).toBeNull())
})

/** Opens the versions of a flow. */
async function openVersions(view: DesignView, more: ReturnType<typeof answers> | Record<string, () => unknown> = {}) {
  const page = await draw(<DesignerPage />, { ...answers(), [`/workflow/def/${claim.key}/design`]: () => view,
    [`/workflow/def/${claim.key}/history`]: () => [],
    [`/workflow/def/${claim.key}/version/h1`]: () => ({ ...draft, hash: 'h1', version: 4 }), [`/workflow/def/${claim.key}`]: () => null,
    [`/workflow/def/${claim.key}/draft/d1?revision=1`]: () => null, ...more }, `/approval-config?id=${claim.key}`, { declarations })
  await page.user.click(await screen.findByRole('button', { name: 'Versions' }, { timeout: 60_000 }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Versions' }))
  return { ...page, drawer, called: () => page.call.mock.calls.map(([path]) => path) }
}

it('keeps the focus in the versions when one of them becomes active again', async () => {
  const base = `/workflow/def/${claim.key}`
  const [now] = design.versions
  let view: DesignView = { ...design, versions: [now!, { ...now!, hash: 'h0', version: 3, isCurrent: false }] }
  const { drawer, user } = await openVersions(view, { [`${base}/design`]: () => view,
    [`${base}/version/h0`]: () => ({ ...draft, hash: 'h0', version: 3 }), [`${base}/rollback`]: () => {
      view = { ...view, current: 'h0', version: 3, versions: view.versions.map((each) => ({ ...each, isCurrent: each.hash === 'h0' })) }
      return {}
    } })
  await user.click(drawer.getByRole('button', { name: 'Roll back to version 3' }))
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Too early')
  await user.click(screen.getByRole('button', { name: 'Roll back' }))
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Version 3/), { timeout: 10_000 })
})

/** Asks to delete the flow. */
async function askToDelete(view: DesignView) {
  const page = await openVersions(view)
  await page.user.click(page.drawer.getByRole('button', { name: 'Delete' }))
  const title = await screen.findByText(/can’t be deleted$|^Delete the form/)
  return { ...page, dialog: within(title.closest<HTMLElement>('[role=dialog]')!) }
}

it.each([
  ['comes with the product', design, /It comes with the product. Stop it to end new documents.*Standard version/],
  ['was used', { ...design, isDesigned: true, filed: 7 }, /7 documents were submitted with it \(3 in approval\)/],
])('says why a flow can’t be deleted that %s', async (_, view, why) => {
  const { dialog } = await askToDelete(view)
  expect(dialog.getByText(why)).toBeInTheDocument()
  expect(dialog.queryByText('Delete', { selector: 'button *' })).toBeNull()
})

it('deletes the flow of a form that nobody used, after saying what goes with it', async () => {
  const { dialog, user, called } = await askToDelete({ ...design, isDesigned: true })
  expect(dialog.getByText(/Nothing was ever submitted/)).toBeInTheDocument()
  await user.click(dialog.getByText('Delete', { selector: 'button *' }))
  await waitFor(() => expect(called()).toContain(`/workflow/def/${claim.key}`))
})

it('lists the drafts of a flow, and deletes one as it was seen, after saying who changed it', async () => {
  const { drawer, user, called } = await openVersions({ ...design, drafts: [{ ...draft, comments: 2 }] })
  expect(drawer.getByRole('link', { name: 'Draft Draft v5' })).toHaveAttribute('href', `/approval-config?id=${claim.key}&draft=d1`)
  await user.click(drawer.getByRole('button', { name: 'Delete the draft “Draft v5”' }))
  expect(await screen.findByText(/Last changed by Wei Wang, 2026-11-28 10:42. Its 2 comments go with it/)).toBeInTheDocument()
  await user.click(screen.getByText('Delete the draft', { selector: 'button *' }))
  await waitFor(() => expect(called()).toContain(`/workflow/def/${claim.key}/draft/d1?revision=1`))
})

it('keeps what was drawn as a draft of its own where a colleague deleted the draft', async () => {
  const gone = new HttpFailure({ kind: 'refused', code: 404, message: 'This draft no longer exists' })
  const { user, call, drawing } = await open(() => {
    throw gone
  })
  await user.click(card(drawing, /^Cashier/))
  await user.type(await screen.findByLabelText('English name'), ' desk')
  await user.click(await screen.findByRole('button', { name: 'Keep as a new draft' }, { timeout: 10_000 }))
  await waitFor(() =>
    expect(call.mock.calls.find(([path]) => path === `/workflow/def/${claim.key}/draft`)?.[1]).toMatchObject({
      name: 'Draft v5',
      from: 'h1',
      flow: { steps: [{ en: 'Cashier desk' }, {}, {}] },
    })
  )
})

it('counts what waits at its initiator apart: it is neither moved nor restarted', async () => {
  const none = { cosmetic: 0, same: 0, ahead: 0, behind: 0, impossible: 0 }
  const census = { counts: { ...none, same: 5, ahead: 2 }, atInitiator: { ...none, same: 2 }, records: [], total: 7, current: 1, size: 1,
    pages: 7 }
  const { user, call } = await draw(<PublishPage />, { ...answers(), [`/workflow/def/${claim.key}/census`]: () => census,
    '/workflow/def/validate': () => [], [`/workflow/def/${claim.key}/version/h1`]: () => ({ ...draft, hash: 'h1', version: 4 }),
    [`/workflow/def/${claim.key}/draft/d1/publish`]: () => ({ hash: 'h2' }),
    [`/workflow/def/${claim.key}/census/move`]: () => ({ moved: 2, proposed: 1, skipped: [], atInitiator: 2 }) },
    `/approval-publish?id=${claim.key}&draft=d1`, { declarations })
  expect(
    await screen.findByText('3 move, 2 stay, 0 restart; 2 are with their initiators and take the new version when submitted again', {}, {
      timeout: 60_000,
    }),
  ).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'New order')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('2 are with their initiators and take the new version when submitted again')).toBeVisible()
  expect(call.mock.calls.find(([path]) => path.endsWith('/census/move'))?.[1]).toMatchObject({ choice: 'move', classes: ['same'] })
})
