import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approve, defineFlow, departmentHead } from '#kernel/flow.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { formSubject } from '#kernel/fields/disclosure.ts'
import { formPermissions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { read } from '#server/documents/detail.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { routeRegistry } from '#server/http/access.ts'
import { mailServer } from '#server/outbox/testing.ts'
import { printoutOf } from '#server/prints/printout-of.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { docx, paragraphsOf } from '#plugins/templates/server/testing.ts'
import { insertField, withForm } from '../model/content.ts'
import { columnKinds, newField } from '../model/kinds.ts'
import { designKey, type FormDesign, formDesignPath as path } from '../wire.ts'

let product: TestProduct
let mail: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  mail = await mailServer()
  product = await demoProduct({ settings: { SMTP_URL: mail.url, MAIL_FROM: 'OA <oa@example.com>' } })
}, 240_000)
afterAll(async () => {
  await product?.close()
  await mail?.close()
})

/** A value of each kind, and how answers write it; a kind without a mark is found by its key alone. */
const samples: Readonly<Record<string, { readonly value: unknown; readonly marks?: readonly string[] }>> = {
  text: { value: 'SECRET-TEXT', marks: ['SECRET-TEXT'] },
  textarea: { value: 'SECRET-AREA', marks: ['SECRET-AREA'] },
  number: { value: '7391.125', marks: ['7391.125', '7,391.125'] },
  integer: { value: 739_117, marks: ['739117', '739,117'] },
  money: { value: '73912.07', marks: ['73912.07', '73,912.07'] },
  percent: { value: '73.19', marks: ['73.19'] },
  rate: { value: 4 },
  date: { value: '2031-07-13', marks: ['2031-07-13'] },
  datetime: { value: '2031-08-14 11:12:00', marks: ['2031-08-14'] },
  time: { value: '11:13:00', marks: ['11:13'] },
  daterange: { value: ['2031-09-15', '2031-09-16'], marks: ['2031-09-15', '2031-09-16'] },
  select: { value: 'b' },
  radio: { value: 'b' },
  multiselect: { value: ['b'] },
  checkbox: { value: true },
  switch: { value: true },
  cascader: { value: undefined },
  currency: { value: 'EUR' },
  person: { value: 'u-dongmei', marks: ['u-dongmei'] },
  people: { value: ['u-librarian'], marks: ['u-librarian'] },
  department: { value: 'dg-logistics', marks: ['dg-logistics'] },
  reference: { value: undefined },
  process: { value: undefined },
  calculated: { value: undefined, marks: ['147824.14', '147,824.14'] },
}

const visibleTo = { roles: ['cashier'], nodes: ['start'] }
const keyOf = (kind: string) => `secret${kind[0]!.toUpperCase()}${kind.slice(1)}`

const secretField = (kind: FieldDefinition['kind'], more: object = {}): FieldDefinition =>
  ({ ...newField(kind, { cn: kind, en: kind }), visibleTo,
    ...(kind === 'calculated' && { result: 'money', value: `${keyOf('money')} * 2` }), ...more }) as FieldDefinition

const confidential = columnKinds().filter((kind) => !kindOf({ kind }).isNeverConfidential)
const columnsOf = (kinds: typeof confidential, more: object): Fields =>
  Object.fromEntries(kinds.map((kind) => [keyOf(kind), secretField(kind, more)]))
// a formula stands in the table of its amount
const isFirst = (kind: string) => ['money', 'calculated'].includes(kind) || confidential.findIndex((each) => each === kind) % 2 === 0
const [first, second] = [confidential.filter(isFirst), confidential.filter((kind) => !isFirst(kind))]
const valuesOf = (kinds: readonly string[]): FormValue =>
  Object.fromEntries(kinds.filter((kind) => samples[kind]?.value !== undefined).map((kind) => [keyOf(kind), samples[kind]!.value]))

const filled = confidential.filter((kind) => samples[kind]?.value !== undefined || samples[kind]?.marks)

/** Texts that tell of a confidential value: the value as answers write it, and its key. */
const marksOf = (kind: string): readonly string[] => [...(samples[kind]?.marks ?? []), `"${keyOf(kind)}":`]
/** Of a table that is hidden from every role, and of what a company adds to a form of the product. */
const annexMarks = ['"annex":', 'SECRET-ANNEX', 'secret-plan']
const ownMarks = ['"ownSecret":', '"ownSum":', '"ownAnnex":', 'SECRET-OWN', '73913.08', '73,913.08', 'SECRET-LINE', 'secret-sketch']
const marks = [...filled.flatMap(marksOf), ...annexMarks, ...ownMarks]
const found = (text: string) => marks.filter((mark) => text.includes(mark))

const urlPage = 'leak'
const type = designKey(urlPage)
const shipped = 'universalApproval'

/** A table with kinds that cannot be confidential themselves: roles are hidden it. */
const annexOf = (section: string): FieldDefinition => ({ ...newField('table', { cn: '附录', en: 'Annex' }), section,
  columns: { note: newField('text', { cn: '说明', en: 'Note' }), files: newField('attachment', { cn: '文件', en: 'Files' }),
    links: newField('documentLink', { cn: '单据', en: 'Documents' }) } })

async function designed(): Promise<void> {
  const admin = product.as('admin')
  const { data } = await admin.post<FormDesign>(path, { urlPage, prefix: 'LEAK', group: 'administration', cn: '保密', en: 'Secrets' })
  const { id, revision, content } = data
  const [section] = content.form.sections.slice(-1)
  // a table has 20 columns at most
  const tableOf = (columns: Fields): FieldDefinition => ({ ...newField('table', { cn: '明细', en: 'Lines' }), section: section!.id,
    columns: { open: newField('text', { cn: '公开', en: 'Open' }), ...columns } })
  const saved = await admin.put<FormDesign>(`${path}/${id}`, { revision,
    content: { ...content,
      form: { ...content.form, columns: ['secretText', 'secretMoney'],
        flow: defineFlow([approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
          approve('later', { rule: 'fixed', people: ['u-employee'] }, { cn: '复核', en: 'Review' })]),
        fields: { ...content.form.fields, open: { ...newField('text', { cn: '公开', en: 'Open' }), section: section!.id },
          ...columnsOf(confidential, { section: section!.id }), lines: tableOf(columnsOf(first, {})), more: tableOf(columnsOf(second, {})),
          annex: annexOf(section!.id) } } } })
  expect(saved).toMatchObject({ code: 200, data: { problems: [] } })
  expect(await admin.post(`${path}/${id}/publish`, { revision: saved.data.revision, reason: '投入使用' })).toMatchObject({ code: 200 })
}

/** A company's additions to a form of the product: confidential ones among them, one of which stands in the list. */
async function amended(): Promise<void> {
  const admin = product.as('admin')
  const { data: { id, revision, content } } = await admin.post<FormDesign>(path, { over: shipped })
  const annex = { ...annexOf('basics'), cn: '本公司附录', en: 'Own annex' }
  const added = [['ownSecret', secretField('text')], ['ownSum', secretField('money')], ['ownAnnex', annex]] as const
  const drawn = added.reduce((next, [key, field]) => insertField(next, key, field, { section: 'basics' }), content)
  const saved = await admin.put<FormDesign>(`${path}/${id}`, { revision,
    content: withForm(drawn, { columns: [...drawn.form.columns, 'ownSecret', 'ownSum'] }) })
  expect(saved).toMatchObject({ code: 200, data: { problems: [] } })
  expect(await admin.post(`${path}/${id}/publish`, { revision: saved.data.revision, reason: '投入使用' })).toMatchObject({ code: 200 })
}

/** Lets every role read and export the list of a form, and hides a field of it from all of them. */
async function hidden(businessType: string, field: string): Promise<void> {
  const admin = product.as('admin')
  const { view, export: exported } = formPermissions(businessType)
  await sql`insert into sys_role_permission (role_id, permission)
    select id, permission from sys_role cross join unnest(${[view, exported]}::text[]) permission on conflict do nothing`.execute(
    product.database.db,
  )
  const { data: roles } = await admin.get<readonly { id: string }[]>('/system/role/list')
  for (const { id } of roles) {
    const { version, columns } = (await admin.get<{ version: number; columns: readonly object[] }>(`/system/role/${id}`)).data
    const wanted = [...columns, { subject: formSubject(businessType), field, access: 'hidden' }]
    expect(await admin.put(`/system/role/${id}`, { version, columns: wanted })).toMatchObject({ code: 200 })
  }
}

/** A Word template that names confidential fields. */
async function templated(businessType: string, tags: readonly string[]): Promise<void> {
  const edge = 'edge-of-the-part'
  const part = (head: string, content: string | Uint8Array) =>
    Buffer.concat([Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
  const fields = Object.entries({ name: '保密', businessType, language: 'en' }).map(([key, value]) => part(`name="${key}"`, value))
  const file = part('name="file"; filename="template.docx"\r\ncontent-type: application/octet-stream', await docx({ body: tags }))
  const answer = await product.app.inject({ method: 'POST', url: '/system/template/upload',
    payload: Buffer.concat([...fields, file, Buffer.from(`--${edge}--\r\n`)]),
    headers: { authorization: await product.as('admin').bearer(), 'content-type': `multipart/form-data; boundary=${edge}` } })
  expect(answer.json()).toMatchObject({ code: 200 })
}

interface DescribedCall {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: { readonly properties?: object } }>> }
}

interface NamedDocument {
  readonly type: string
  readonly id: string
  readonly number: string
  readonly task: string
}

const named = ['id', 'procInstId', 'procInsId', 'businessKey', 'businessId', 'document', 'documentId', 'uid', 'uuid']

/** Parameters of calls that name a document, its type or its page. */
const parametersOf = ({ type, id, number, task }: NamedDocument): Readonly<Record<string, unknown>> => ({ businessType: type, type,
  key: type, page: `form-${urlPage}`, urlPage, businessNo: number, documentNo: number, taskId: task, keyword: number, current: 1, size: 100,
  ids: [id], links: [type], parameters: { title: 'x' }, business: { title: 'x' }, from: '2026-01-01', to: '2026-12-31', language: 'en',
  version: 1, table: 'lines', field: 'lines', kind: 'documentLink', procDefId: type,
  ...Object.fromEntries(named.map((name) => [name, id])) })

/** Calls that concern documents; those of other modules do not read forms. */
const ofDocuments =
  /^\/(workflow|oaserver\/(\{|messages|attachment|prints|statistics\/(billData|reports)|form-statistics|listViews)|system\/ref|public)/

/** Answers name every field of the form, with no value, or everybody in the company. */
const withoutValues = ['/workflow/queryStartFormAuthority', '/workflow/dynamicForm/by/{urlPage}', '/workflow/getSelectUsers']

/** GET and POST calls that change nothing. */
function readingCalls(): ReadonlySet<string> {
  const reads = routeRegistry(product.app).filter((
    { method, changing, reads },
  ) => (method === 'GET' ? !changing : method === 'POST' && reads))
  return new Set(reads.map(({ method, url }) => `${method.toLowerCase()} ${url.replaceAll(/:(\w+)/g, '{$1}')}`))
}

const isTried = (reads: ReadonlySet<string>, method: string, address: string) =>
  !withoutValues.includes(address) && ofDocuments.test(address) && reads.has(`${method} ${address}`)

interface ReadingCall {
  readonly name: string
  readonly request: { readonly method: 'GET' | 'POST'; readonly url: string; readonly query: Readonly<Record<string, string>>;
    readonly payload?: object }
}

const knownOf = (values: ReturnType<typeof parametersOf>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

function requestOf(method: 'get' | 'post', address: string, { parameters = [], requestBody }: DescribedCall,
  values: ReturnType<typeof parametersOf>): ReadingCall {
  const url = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? values['id'])))
  const asked = parameters.filter((each) => each.in === 'query')
  const required = Object.fromEntries(asked.filter((each) => each.required).map(({ name }) => [name, '1']))
  const query = { ...required, ...knownOf(values, asked.map(({ name }) => name)) } as Readonly<Record<string, string>>
  const name = `${method} ${address}`
  if (method === 'get') return { name, request: { method: 'GET', url, query } }
  const properties = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema?.properties ?? {}))
  return { name, request: { method: 'POST', url, query, payload: knownOf(values, properties.filter((each) => each !== 'keyword')) } }
}

async function callsOf(document: NamedDocument): Promise<readonly ReadingCall[]> {
  const described = await product.app.inject('/docs/json')
  const { paths } = described.json<{ paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>> }>()
  const reads = readingCalls()
  return Object.entries(paths).flatMap(([address, operations]) =>
    Object.entries(operations).filter(([method]) => isTried(reads, method, address)).map(([method, operation]) =>
      requestOf(method as 'get' | 'post', address, operation, parametersOf(document))
    )
  )
}

/** Sends the calls as a person. @returns the confidential values in answers, with the calls */
async function disclosedTo(who: string, document: NamedDocument): Promise<readonly string[]> {
  const authorization = await product.as(who).bearer()
  const disclosed: string[] = []
  for (const { name, request } of await callsOf(document)) {
    const answer = await product.app.inject({ ...request, headers: { authorization } })
    if (answer.statusCode !== 200) continue
    const text = await textOf(String(answer.headers['content-type']), answer)
    disclosed.push(...found(text).map((mark) => `${name}: ${mark}`))
  }
  const printed = await printOf(who, document.id)
  return [...disclosed, ...found(printed).map((mark) => `print: ${mark}`)]
}

async function textOf(kind: string, { payload, rawPayload }: { readonly payload: string; readonly rawPayload: Buffer }): Promise<string> {
  if (kind.includes('spreadsheet')) return JSON.stringify((await parseWorkbook(rawPayload)).rows)
  return kind.includes('wordprocessing') ? (await paragraphsOf(rawPayload)).join('\n') : payload
}

async function printOf(who: string, id: string): Promise<string> {
  const { host, flows } = product.composition
  const organisation = await host.organisation(host.db)
  const user = [...organisation.users.values()].find(({ userName }) => userName === who)!
  const context = { host, flows, db: host.db, at: host.clock.now(), caller: { ...callerOf(organisation, user), traceId: '', ip: '' } }
  return JSON.stringify(await printoutOf(context, await read(context, id), { locale: 'en', fullAccounts: true, find: (code) => code }))
}

/** Documents that a person finds by a confidential value: by search, by keyword in lists, by filters and by order. */
async function foundBy(who: string, { type: businessType, id }: NamedDocument,
  words: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const by = product.as(who)
  const lists = ['/workflow/tasks/all', '/workflow/tasks/todoList', '/workflow/tasks/myApply', `/oaserver/${businessType}/page`]
  const calls = Object.entries(words).flatMap(([key, word]) => [
    { name: `search ${key}`, ask: () => by.get(`/workflow/documents/found?keyword=${encodeURIComponent(String(word))}`) },
    ...lists.map((url) => ({ name: `${url} ${key}`, ask: () => by.post(url, { current: 1, size: 100, keyword: String(word) }) })),
    { name: `filter ${key}`, ask: () => by.post(`/oaserver/${businessType}/page`, { current: 1, size: 100, columns: { [key]: word } }) },
    { name: `order ${key}`,
      ask: () => by.post(`/oaserver/${businessType}/page`, { current: 1, size: 100, orders: [{ column: `columns.${key}`, asc: true }] }) },
  ])
  const answers = await Promise.all(calls.map(async ({ name, ask }) => {
    const { code, data } = await ask()
    return code === 200 && JSON.stringify(data).includes(id) ? [name] : []
  }))
  return answers.flat()
}

/** Confidential values in mails and messages to others, in statistics and in their subscriptions. */
async function notifiedOf(name: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { composition, database: { db }, clock } = product
  const { now } = clock
  clock.now = () => new Date(now().getTime() + 86_400_000)
  const admin = product.as('admin')
  const view = { page: `/form-statistics/${urlPage}`, name, query: 'range=year' }
  const report = await admin.post<{ id: string } | null>('/oaserver/statistics/reports', { view, frequency: 'daily', people: ['u-admin'] })
  expect(report).toMatchObject({ code: 200 })
  const [{ id } = { id: '' }] = (await admin.get<readonly { id: string }[]>(`/oaserver/statistics/reports?page=${view.page}`)).data
  expect(await admin.post(`/oaserver/statistics/reports/${id}/send`, {})).toMatchObject({ code: 200 })
  await composition.jobs.tick()
  for (let round = 0; round < 20 && !mail.mails.some(({ content }) => content.includes('spreadsheet')); round += 1) {
    await composition.jobs.tick()
    await composition.outbox.tick()
  }
  clock.now = now
  const files = await db.selectFrom('message_file').select(['name', 'content']).execute()
  const sheets = await Promise.all(
    files.filter(({ name }) => name.endsWith('.xlsx')).map(({ content }) => parseWorkbook(new Uint8Array(content))),
  )
  expect(sheets.length).toBeGreaterThan(0)
  const others = await db.selectFrom('message').selectAll().where('recipient', '!=', 'u-cashier').execute()
  const facts = await db.selectFrom('statistics_fact').selectAll().where('page', 'in', [type, 'billData']).execute()
  expect([others.length, facts.length, mail.mails.length].every((count) => count > 0)).toBe(true)
  return { messages: found(JSON.stringify(others)), facts: found(JSON.stringify(facts)),
    sheets: found(JSON.stringify(sheets.map(({ rows }) => rows))),
    mails: mail.mails.filter(({ to }) => !to.includes('cashier')).flatMap(({ content }) => found(readable(content))) }
}

/** The text of a mail, of its encoded parts as well. */
const readable = (content: string): string =>
  content + content.split(/\r?\n\r?\n/).map((part) => Buffer.from(part, 'base64').toString()).join('\n')

/** Administrators see what is hidden from roles, and nothing that is confidential. */
const withoutAnnex = (disclosed: readonly string[]) =>
  disclosed.filter((each) => ![...annexMarks, '"ownAnnex":', 'SECRET-LINE', 'secret-sketch'].some((mark) => each.endsWith(`: ${mark}`)))

let linked = ''
async function annexRows(fileName: string, note: string): Promise<{ readonly rows: FormValue[]; readonly file: string }> {
  const file = await product.as('cashier').upload(`${fileName}.pdf`, Buffer.from('%PDF-1.4\n%secret\n%%EOF'))
  return { file, rows: [{ rowId: 'a1', note, files: [file], ...(linked && { links: [linked] }) }] }
}

const opens = async (who: string, file: string): Promise<boolean> => {
  const answer = await product.app.inject({ url: `/oaserver/attachment/download?id=${file}`,
    headers: { authorization: await product.as(who).bearer() } })
  return answer.statusCode === 200 && answer.payload.includes('%secret')
}

it('discloses the confidential fields of a designed form to nobody else, by any call, file, mail, search or statistic', async () => {
  await designed()
  await hidden(type, 'annex')
  await templated(type, ['{title} {secretText} {secretMoney} {secretDate}', '{#annex}{note} {files}{/annex}'])
  const kit = filing(product, { key: type })
  const { rows, file } = await annexRows('secret-plan', 'SECRET-ANNEX')
  const id = await kit.file('cashier', { title: 'Secrets', applicantDept: 'sz-finance', open: 'Open', ...valuesOf(confidential),
    lines: [{ rowId: 'r1', open: 'Open', ...valuesOf(first) }], more: [{ rowId: 'r2', open: 'Open', ...valuesOf(second) }], annex: rows })
  linked = id
  const [task] = await kit.pending(id)
  const document = { type, id, number: (await kit.detailOf(product.as('cashier'), id)).businessNo, task: task!.task }
  const own = await disclosedTo('cashier', document)
  // control: the calls do tell the values to whom they are shown
  const undisclosed = filled.filter((kind) => !own.some((each) => marksOf(kind).some((mark) => each.endsWith(`: ${mark}`))))
  const isShownBy = (way: string, mark: string) => own.some((each) => each.startsWith(way) && each.endsWith(`: ${mark}`))
  expect([isShownBy('get /oaserver/{businessType}/downloadWord:', 'SECRET-TEXT'),
    isShownBy('get /oaserver/{businessType}/export', 'SECRET-TEXT'), isShownBy('get /oaserver/{businessType}/detail', 'SECRET-ANNEX'),
    await opens('cashier', file)]).toEqual([true, true, true, true])
  expect({ undisclosed, approver: await disclosedTo(task!.by, document), reader: await disclosedTo('gm', document),
    admin: withoutAnnex(await disclosedTo('admin', document)) }).toEqual({ undisclosed: [], approver: [], reader: [], admin: [] })
  const words = { secretText: 'SECRET-TEXT', secretMoney: '73912.07' }
  expect({ approver: await foundBy(task!.by, document, words), reader: await foundBy('gm', document, words),
    admin: await foundBy('admin', document, words), files: await Promise.all([task!.by, 'gm'].map((who) => opens(who, file))) })
    .toEqual({ approver: [], reader: [], admin: [], files: [false, false] })
  expect(await foundBy('cashier', document, words)).toContain('filter secretText')
  await kit.passThrough(id)
  expect(await notifiedOf('今年')).toEqual({ messages: [], facts: [], sheets: [], mails: [] })
}, 600_000)

it('discloses what a company adds to a form of the product to nobody else either', async () => {
  await amended()
  await hidden(shipped, 'ownAnnex')
  await templated(shipped, ['{title} {ownSecret} {ownSum}', '{#ownAnnex}{note} {files}{/ownAnnex}'])
  const kit = filing(product, { key: shipped })
  const { rows, file } = await annexRows('secret-sketch', 'SECRET-LINE')
  const id = await kit.file('cashier', { title: '会议室改造', applicantDept: 'sz-finance', universalType: '1', urgency: '1',
    currencyType: 'CNY', contents: [{ rowId: 'c1', subject: '会议室改造', content: '<p>增加视频设备</p>', amount: '100.00' }],
    chosenApprovers: ['u-employee'], expectDate: '2026-12-01', ownSecret: 'SECRET-OWN', ownSum: '73913.08', ownAnnex: rows })
  const [task] = await kit.pending(id)
  const document = { type: shipped, id, number: (await kit.detailOf(product.as('cashier'), id)).businessNo, task: task!.task }
  const own = new Set((await disclosedTo('cashier', document)).map((each) => each.slice(each.lastIndexOf(': ') + 2)))
  expect(ownMarks.filter((mark) => !own.has(mark))).toEqual([])
  const words = { ownSecret: 'SECRET-OWN', ownSum: '73913.08' }
  for (const who of [task!.by, 'gm'])
    expect({ calls: await disclosedTo(who, document), found: await foundBy(who, document, words), opens: await opens(who, file) })
      .toEqual({ calls: [], found: [], opens: false })
  expect({ calls: withoutAnnex(await disclosedTo('admin', document)), found: await foundBy('admin', document, words) })
    .toEqual({ calls: [], found: [] })
  await kit.passThrough(id)
  expect(await notifiedOf('本年')).toEqual({ messages: [], facts: [], sheets: [], mails: [] })
}, 600_000)
