import { afterAll, beforeAll, expect, it } from 'vitest'
import { canDesign, type DesignView, type DraftView, type FlowFile, type ImportedFlow, type Publication,
  type SavedDraft } from '#kernel/flow/design.ts'
import type { Scenario, ScenarioResult, Simulation } from '#kernel/flow/design-analysis.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { type ApprovalProduct, approvalProduct } from '../testing-company.ts'

let company: ApprovalProduct
beforeAll(async () => {
  company = await approvalProduct()
  await roles(company.product.database.db).grant('workflowAdmin', ['workflow:instance:admin', ...Object.values(canDesign)])
  await roles(company.product.database.db).grant('oaAdmin', ['workflow:instance:admin', canDesign.edit])
})
afterAll(() => company?.product.close())

const url = '/workflow/def/plain'
const as = (who = 'flows') => company.product.as(who, 'en_US')
const design = async () => (await as().get<DesignView>(`${url}/design`)).data
const begin = async (name = 'A draft', more: object = {}) => (await as().post<DraftView>(`${url}/draft`, { name, ...more })).data
const save = (draft: DraftView, flow: Flow, who = 'flows') =>
  as(who).put<SavedDraft>(`${url}/draft/${draft.id}`, { revision: draft.revision, base: draft.content, flow })
const publish = async ({ id, revision }: DraftView, seen: { current?: string } = {}, who = 'flows') =>
  as(who).post<Publication & { fields?: { name: string; message: string }[] }>(`${url}/draft/${id}/publish`, { revision,
    current: seen.current ?? (await design()).current, reason: 'Reorganised' })
const changed = (flow: Flow, id: string, change: Partial<ApprovalNode>): Flow => ({ ...flow,
  steps: flow.steps.map((step) => (step.id === id ? { ...step, ...change } as ApprovalNode : step)) })

it('a draft begins from the version in force, equal by hash, with whom each step finds today', async () => {
  const { current, versions } = await design()
  const draft = await begin()
  const version = (await as().get<DraftView>(`${url}/version/${current}`)).data
  expect(draft).toMatchObject({ name: 'A draft', revision: 1, base: current, isOutdated: false, content: version.content,
    createdBy: { id: 'flows' }, found: { first: { people: [{ id: 'head' }], problems: [] } } })
  expect((await save(draft, JSON.parse(JSON.stringify(draft.flow)) as Flow)).data).toMatchObject({ outcome: 'saved',
    draft: { revision: 1, content: version.content } })
  expect(versions).toMatchObject([{ version: 1, by: null, isCurrent: true, isShipped: true }])
  expect(await publish(draft)).toMatchObject({ code: 42009, msg: 'Nothing was changed' })
})

it('two administrators on one draft: different parts are merged, the same part is refused with the other’s name', async () => {
  const draft = await begin('Two people')
  const first = await save(draft, changed(draft.flow, 'first', { mode: 'all' }))
  expect(first.data).toMatchObject({ outcome: 'saved', draft: { revision: 2 } })
  const second = await save(draft, changed(draft.flow, 'second', { dueHours: 4 }), 'voider')
  expect(second.data).toMatchObject({ outcome: 'merged', other: { id: 'flows' },
    draft: { revision: 3, flow: { steps: [{ mode: 'all' }, { dueHours: 4 }, {}] } } })
  const third = await save(draft, changed(draft.flow, 'first', { mode: 'sequential' }))
  expect(third.data).toMatchObject({ outcome: 'conflict', other: { id: 'voider' }, draft: { revision: 3 },
    conflicts: [{ node: { id: 'first' }, attribute: 'mode', base: 'any', theirs: 'all', mine: 'sequential' }] })
  const now = (await as().get<DraftView>(`${url}/draft/${draft.id}`)).data
  expect(now).toMatchObject({ revision: 3, flow: { steps: [{ mode: 'all' }, { dueHours: 4 }, {}] } })
})

it('a step that somebody updated meanwhile is not deleted, and comments stand at steps', async () => {
  const draft = await begin('Deleting')
  await save(draft, changed(draft.flow, 'second', { dueHours: 7 }))
  const gone = (node: string) => as('voider').delete<SavedDraft>(`${url}/draft/${draft.id}/node/${node}?revision=1`)
  expect(await gone('second')).toMatchObject({ code: 42009, msg: 'Process node updated, cannot be deleted' })
  expect((await gone('third')).data).toMatchObject({ outcome: 'saved', draft: { flow: { steps: [{ id: 'first' }, { id: 'second' }] } } })
  expect((await as('voider').post(`${url}/draft/${draft.id}/comment`, { node: 'first', text: 'Why any?' })).data).toMatchObject({
    node: 'first',
    text: 'Why any?',
    by: { id: 'voider' },
  })
  expect((await as().post(`${url}/draft/${draft.id}/comment`, { node: 'third', text: 'gone' })).code).toBe(404)
  expect(await as().delete(`${url}/draft/${draft.id}?revision=1`)).toMatchObject({ code: 42007,
    msg: expect.stringMatching(/changed this draft just now/) as string })
  expect((await as('wang').delete(`${url}/draft/${draft.id}`)).code).toBe(403)
  expect((await as().delete(`${url}/draft/${draft.id}?revision=3`)).code).toBe(200)
  expect((await as().get(`${url}/draft/${draft.id}`)).code).toBe(404)
})

it('publishing is a right of its own, names what was seen, and is chained into a history that nobody changes', async () => {
  const draft = await begin('Published')
  const saved = (await save(draft, changed(draft.flow, 'first', { by: { rule: 'fixed', people: ['anna'] } }))).data.draft
  expect((await publish(saved, {}, 'voider')).code).toBe(403)
  expect((await publish(draft)).code).toBe(42007)
  expect(await publish(saved)).toMatchObject({ code: 200,
    data: { seq: 1, kind: 'publish', version: 2, reason: 'Reorganised', by: { id: 'flows' }, isIntact: true } })
  expect((await as().get(`${url}/draft/${draft.id}`)).code).toBe(404)
  expect(await company.on.waiting(await company.on.file('plain'))).toEqual(['first: anna'])
  const { db } = company.product.database
  await expect(db.updateTable('flow_publication').set({ reason: 'x' }).execute()).rejects.toThrow(/append-only|permission denied/)
})

it('an unsound draft is refused with its finding at the step, and says it while it is drawn', async () => {
  const draft = await begin('Unsound')
  const flow = changed(draft.flow, 'second', { when: 'gone > 1', by: { rule: 'role', role: 'noSuchRole' } })
  const { draft: saved } = (await save(draft, flow)).data
  expect(saved.findings?.filter(({ level }) => level === 'error').map(({ nodeId }) => nodeId)).toEqual(['second', 'second'])
  expect((await publish(saved)).data.fields?.map(({ name }) => name)).toEqual(['nodes.second', 'nodes.second'])
})

it('a condition that is huge or deeply nested is refused or judged, never a failure', async () => {
  const draft = await begin('Huge')
  const under = (when: string) => save(draft, changed(draft.flow, 'second', { when }))
  expect((await under(`title = "${'x'.repeat(5_000)}"`)).code).toBe(42009)
  const nested = await under(`${'('.repeat(1_500)}1${')'.repeat(1_500)} > 0`)
  expect(nested.data).toMatchObject({ outcome: 'saved' })
  const findings =
    (await as().post<{ nodeId: string; level: string }[]>('/workflow/def/validate', { businessType: 'plain',
      flow: nested.data.draft.flow })).data
  expect(findings.filter(({ level }) => level === 'error').map(({ nodeId }) => nodeId)).toContain('second')
  expect(await publish(nested.data.draft)).toMatchObject({ code: 42009 })
  const wide = await as().post<{ level: string }[]>('/workflow/def/validate', { businessType: 'plain',
    flow: changed(draft.flow, 'second', { when: Array.from({ length: 150 }, (_, at) => `title = "case ${at}"`).join(' or ') }) })
  expect(wide.data.filter(({ level }) => level === 'error')).toEqual([])
})

it('a role that is deleted while a draft uses it is an error at its step', async () => {
  const { db } = company.product.database
  await db.insertInto('sys_role').values({ id: 'r-auditor', perm_chars: 'auditor', name: '审计/Auditor', built_in: false,
    create_time: new Date(), update_time: new Date() }).execute()
  await db.insertInto('sys_user_role').values({ user_id: 'bob', role_id: 'r-auditor' }).execute()
  const draft = await begin('With a role')
  const { draft: saved } = (await save(draft, changed(draft.flow, 'second', { by: { rule: 'role', role: 'auditor' } }))).data
  expect(saved.findings?.filter(({ level }) => level === 'error')).toEqual([])
  await db.deleteFrom('sys_user_role').where('role_id', '=', 'r-auditor').execute()
  await db.updateTable('sys_role').set({ del_flag: 1, enable: false }).where('id', '=', 'r-auditor').execute()
  const again = (await as().get<DraftView>(`${url}/draft/${draft.id}`)).data
  const findings = again.findings ?? (await as().post<{ nodeId: string; level: string }[]>('/workflow/def/validate', {
    businessType: 'plain',
    flow: again.flow,
  })).data
  expect(findings).toMatchObject([{ nodeId: 'second', level: 'error' }])
  expect(await publish(saved)).toMatchObject({ code: 42009, data: { fields: [{ name: 'nodes.second' }] } })
})

it('a document that is passed while a version is published goes on in the version of its filing', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => company.on.file('plain')))
  const [holder] = (await company.on.waiting(ids[0]!)).map((each) => each.split(': ')[1]!)
  const draft = await begin('At once')
  const { draft: saved } = (await save(draft, changed(draft.flow, 'second', { by: { rule: 'fixed', people: ['erin'] } }))).data
  const [published, ...passed] = await Promise.all([publish(saved), ...ids.map((id) => company.on.do('pass', id, holder!))])
  expect([published.code, ...passed.map(({ code }) => code)]).toEqual([200, 200, 200, 200])
  for (const id of ids) expect(await company.on.waiting(id)).toEqual(['second: chief'])
  const fresh = await company.on.file('plain')
  const { data: { records } } = await as('voider').post<{ records: { procInstId: string; flowVersion: number | null }[] }>(
    '/workflow/tasks/all',
    {
      size: 100,
    },
  )
  const versionOf = (id: string) => records.find(({ procInstId }) => procInstId === id)?.flowVersion
  expect([versionOf(ids[0]!), versionOf(fresh)]).toEqual([published.data.version - 1, published.data.version])
  await company.on.pass(fresh, holder!)
  expect(await company.on.waiting(fresh)).toEqual(['second: erin'])
})

it('a draft that began earlier is merged when it is published, or told the part that both changed', async () => {
  const [one, other, third] = [await begin('One'), await begin('Other'), await begin('Third')]
  const saved = async (draft: DraftView, flow: Flow) => (await save(draft, flow)).data.draft
  expect((await publish(await saved(one, changed(one.flow, 'second', { dueHours: 9 })))).code).toBe(200)
  expect((await publish(await saved(other, changed(other.flow, 'third', { dueHours: 5 })))).code).toBe(200)
  const { data } = await as().get<DraftView>(`${url}/version/${(await design()).current}`)
  expect(data.flow.steps).toMatchObject([{}, { dueHours: 9 }, { dueHours: 5 }])
  expect(await publish(await saved(third, changed(third.flow, 'second', { dueHours: 3 })))).toMatchObject({ code: 42009,
    data: { fields: [{ name: 'nodes.second' }] } })
})

it('simulating writes nothing, and a scenario holds publishing back', async () => {
  const { current } = await design()
  const { db } = company.product.database
  const documents = async () => (await db.selectFrom('document').select('id').execute()).length
  const before = await documents()
  const { data: path } = await as().post<Simulation>(`${url}/simulate`, { of: { version: current }, person: 'wang', value: { title: 'x' } })
  expect(path).toMatchObject({ refusal: null, steps: [{ node: 'first', state: 'coming', people: [{ id: 'anna' }] }, {}, {}] })
  expect(await documents()).toBe(before)
  const expected = path.steps.map(({ node, people }) => ({ node, people: people.map(({ id }) => id) }))
  const scenario =
    (await as().post<Scenario>(`${url}/scenario`, { name: 'Wang files', person: 'wang', value: { title: 'x' }, expected })).data
  expect((await as().post<ScenarioResult[]>(`${url}/scenario/run`, { of: { version: current } })).data).toMatchObject([{ holds: true }])
  const draft = await begin('Against the scenario')
  const { draft: saved } = (await save(draft, changed(draft.flow, 'first', { by: { rule: 'fixed', people: ['bob'] } }))).data
  expect(await publish(saved)).toMatchObject({ code: 42009, data: {
    fields: [{ name: `scenarios.${scenario.id}`, message: 'Scenario “Wang files” takes another path. Edit or remove it first' }],
  } })
  expect((await as().delete(`${url}/scenario/${scenario.id}`)).code).toBe(200)
  expect((await publish(saved)).code).toBe(200)
})

it('a filed document becomes a scenario: what the flow reads of it is kept, and its path is expected', async () => {
  const { current } = await design()
  const document = await company.on.file('plain')
  const save = (more: object) =>
    as().post<Scenario>(`${url}/scenario`, { name: 'As filed', person: 'wang', document, of: { version: current }, ...more })
  expect((await save({ document: 'none' })).code).toBe(404)
  const { data: kept } = await save({})
  expect(kept).toMatchObject({ person: { id: 'wang' }, value: {}, expected: [{ node: 'first' }, {}, {}] })
  expect(kept.value).not.toHaveProperty('title')
  expect(kept.expected[0]?.people.length).toBeGreaterThan(0)
  const reading = { flow: changed((await as().get<DraftView>(`${url}/version/${current}`)).data.flow, 'second', { when: 'title != "x"' }) }
  const { data: read } = await save({ name: 'With its title', of: reading })
  expect(Object.keys(read.value)).toContain('title')
  expect((await as().post<ScenarioResult[]>(`${url}/scenario/run`, { of: { version: current } })).data.map(({ holds }) => holds)).toEqual([
    true,
    true,
  ])
  for (const { id } of [kept, read]) expect((await as().delete(`${url}/scenario/${id}`)).code).toBe(200)
})

it('a scenario is changed in all its parts, and whoever began from an earlier one is refused, not the last to win', async () => {
  const { current } = await design()
  const { data: path } = await as().post<Simulation>(`${url}/simulate`, { of: { version: current }, person: 'wang', value: {} })
  const expected = path.steps.map(({ node, people }) => ({ node, people: people.map(({ id }) => id) }))
  const begun = { name: 'Before', person: 'wang', value: { title: 'x' }, expected }
  const { data: { id, revision } } = await as().post<Scenario>(`${url}/scenario`, begun)
  const put = (change: object, seen = revision) => as().put<Scenario>(`${url}/scenario/${id}`, { ...begun, ...change, revision: seen })
  const results = async () => (await as().post<ScenarioResult[]>(`${url}/scenario/run`, { of: { version: current } })).data

  expect((await put({ name: 'Nobody', person: 'gone' })).code).toBe(42009)
  const answers = await Promise.all([put({ name: 'One' }), put({ name: 'Other' })])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42007])
  const stored = (await as().get<Scenario[]>(`${url}/scenario`)).data
  expect(stored).toMatchObject([{ id, revision: 2, name: answers.find(({ code }) => code === 200)?.data.name, changedBy: { id: 'flows' } }])

  const elsewhere = expected.map((step, index) => (index === 0 ? { ...step, people: ['carol'] } : step))
  expect((await put({ person: 'head', value: { title: 'y' }, expected: elsewhere }, 2)).data).toMatchObject({ revision: 3,
    person: { id: 'head' }, value: { title: 'y' }, expected: [{ people: ['carol'] }, {}, {}] })
  expect(await results()).toMatchObject([{ id, holds: false }])
  // a step that asks nobody counts like one that the path does not have
  await put({ person: 'wang', expected: [...expected, { node: 'removed', people: [] }] }, 3)
  expect(await results()).toMatchObject([{ id, holds: true }])
  expect((await as().delete(`${url}/scenario/${id}`)).code).toBe(200)
  expect((await put({}, 4)).code).toBe(404)
})

it('a step is decided on the terminals that it names, and its document says which', async () => {
  const draft = await begin('On the mini-program')
  const { draft: saved } = (await save(draft, changed(draft.flow, 'first', { terminals: ['mini'] }))).data
  const { db } = company.product.database
  await db.insertInto('wf_terminal').values({ business_type: 'plain', terminal: ['web'], update_by: 'flows', update_time: new Date() })
    .execute()
  expect(await publish(saved)).toMatchObject({ code: 42009,
    data: { fields: [{ name: 'nodes.first', message: 'Documents do not open on these terminals, so nobody could decide' }] } })
  await db.deleteFrom('wf_terminal').where('business_type', '=', 'plain').execute()
  expect((await publish(saved)).code).toBe(200)
  const id = await company.on.file('plain')
  const holder = (await company.on.waiting(id))[0]!.split(': ')[1]!
  const { data } = await as(holder).get<{ decidedOn: unknown; actions: string[] }>(`/oaserver/plain/detail?procInstId=${id}`)
  expect(data).toMatchObject({ decidedOn: ['mini'] })
  expect(data.actions).toEqual(expect.arrayContaining(['transfer', 'comment']))
  expect(data.actions).not.toContain('pass')
  const { data: todo } = await as(holder).post<{ records: { businessKey: string; batchPass: unknown }[] }>('/workflow/tasks/todoList', {
    size: 200,
  })
  expect(todo.records.find(({ businessKey }) => businessKey === id)?.batchPass).not.toBe(true)
  const pass = async (terminal: string) =>
    as(holder).post('/workflow/pass', { taskId: await company.on.task(id, holder) }, { 'x-client-type': terminal })
  expect(await pass('mobile')).toMatchObject({ code: 42009, msg: 'This step is decided on: Mini-program' })
  expect((await pass('mini')).code).toBe(200)
  const again = await begin('Anywhere again')
  const { terminals: _, ...first } = again.flow.steps[0] as ApprovalNode
  const { draft: open } = (await save(again, { ...again.flow, steps: [first, ...again.flow.steps.slice(1)] })).data
  expect((await publish(open)).code).toBe(200)
})

it('rolls back, stops and starts again; running documents go on', async () => {
  const running = await company.on.file('plain')
  const { current, versions } = await design()
  const first = versions.at(-1)!.hash
  expect((await as().put(`${url}/rollback`, { current, to: first, reason: 'As before' })).data).toMatchObject({ kind: 'rollback',
    version: 1 })
  expect((await as().put(`${url}/rollback`, { current, to: first, reason: 'Again' })).code).toBe(42007)
  expect((await as().put(`${url}/stop`, { current: first, reason: 'No more' })).data).toMatchObject({ kind: 'stop' })
  expect(await design()).toMatchObject({ state: 'stopped', current: first })
  expect(await company.product.as('wang', 'en_US').post('/oaserver/plain/apply', { business: { title: 'x' } })).toMatchObject({ code: 42009,
    msg: 'This form is stopped. New documents can’t be started' })
  await company.on.pass(running, 'bob')
  expect((await as().put(`${url}/rollback`, { current: first, to: first, reason: 'Open again' })).code).toBe(200)
  expect(await design()).toMatchObject({ state: 'published' })
  expect(await as().delete(url)).toMatchObject({ code: 42009, msg: 'A built-in flow can’t be deleted. Stop it instead' })
  expect((await as('voider').delete(url)).code).toBe(403)
  const history = (await as().get<Publication[]>(`${url}/history`)).data
  expect(history.every(({ isIntact }) => isIntact)).toBe(true)
  expect(history.slice(0, 3).map(({ kind }) => kind)).toEqual(['rollback', 'stop', 'rollback'])
})

it('a changed history shows from the changed entry on', async () => {
  const { db } = company.product.database
  const rows = await db.selectFrom('flow_publication').selectAll().where('key', '=', 'plain').orderBy('seq').execute()
  await db.insertInto('flow_publication').values({ ...rows.at(-1)!, seq: rows.length + 1, reason: 'Forged' }).execute()
  const history = (await as().get<Publication[]>(`${url}/history`)).data
  expect(history.map(({ isIntact }) => isIntact).slice(0, 2)).toEqual([false, true])
})

it('a flow file names what does not exist here, and takes a mapping', async () => {
  const { data: file } = await as().get<FlowFile>(`${url}/export`)
  const foreign = { ...file, flow: changed(file.flow, 'second', { by: { rule: 'role', role: 'cutter' } }),
    names: { ...file.names, roles: { cutter: 'Cutter' } } }
  const read = (mapping = {}) => as().post<ImportedFlow>(`${url}/import`, { file: foreign, mapping })
  expect((await read()).data).toMatchObject({ unknown: [{ kind: 'role', id: 'cutter', name: 'Cutter' }],
    findings: [{ nodeId: 'second', level: 'error' }] })
  const mapped = (await read({ roles: { cutter: 'oaAdmin' } })).data
  expect(mapped).toMatchObject({ unknown: [], flow: { steps: [{}, { by: { role: 'oaAdmin' } }, {}] } })
  const strange = { ...file,
    flow: changed(file.flow, 'second', { by: { rule: 'person', field: 'owner' }, edits: ['owner'],
      when: 'total > 5 and title = "total" and owner.total != null' }), names: { ...file.names, fields: { total: '合计/Total' } } }
  const fields = async (given: object) =>
    (await as().post<ImportedFlow>(`${url}/import`, { file: strange, mapping: { fields: given } })).data
  expect((await fields({})).unknown).toEqual([{ kind: 'field', id: 'owner', name: 'owner' }, { kind: 'field', id: 'total',
    name: '合计/Total' }])
  expect(await fields({ owner: 'title', total: 'createBy' })).toMatchObject({ unknown: [], flow: {
    steps: [{}, { by: { field: 'title' }, edits: ['title'], when: 'createBy > 5 and title = "total" and title.total != null' }, {}],
  } })
  const refused = async (input: unknown) => {
    const { code, data } = await as().post<{ fields: { name: string; message: string }[] }>(`${url}/import`, { file: input })
    return [code, ...data.fields.map(({ name, message }) => `${name}: ${message}`)]
  }
  const otherSystem = [42009,
    'file: This file wasn’t exported from this product. Draw flows of other systems, such as BPMN, in the drawing']
  expect(await refused({ format: 'bpmn' })).toEqual(otherSystem)
  expect(await refused('<bpmn:definitions/>')).toEqual(otherSystem)
  expect(await refused({ ...file, formatVersion: 9 })).toEqual([42009, expect.stringContaining('Update first')])
  expect(await refused({ ...file, flow: changed(file.flow, 'second', { by: { rule: 'magic' } as never }) })).toEqual([42009,
    expect.stringMatching(/^file: “by.rule” of the step “.+” in the file can’t be read/)])
})

it('a rule shows whom it finds, with the reason', async () => {
  const { data } = await as().post(`${url}/people`, { rule: { rule: 'role', role: 'oaAdmin' }, person: 'wang' })
  expect(data).toMatchObject({ people: [{ id: 'voider', why: [{ code: 'approval.reason.role' }] }], problems: [] })
})
