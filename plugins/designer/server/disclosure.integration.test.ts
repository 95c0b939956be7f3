import { afterAll, beforeAll, expect, it } from 'vitest'
import { approve, defineFlow, departmentHead } from '#kernel/flow.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { read } from '#server/documents/detail.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { printoutOf } from '#server/prints/printout-of.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { columnKinds, newField } from '../model/kinds.ts'
import { designKey, type FormDesign, formDesignPath as path } from '../wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

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
const marks = filled.flatMap(marksOf)
const found = (text: string) => marks.filter((mark) => text.includes(mark))

const urlPage = 'leak'
const type = designKey(urlPage)

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
          ...columnsOf(confidential, { section: section!.id }), lines: tableOf(columnsOf(first, {})),
          more: tableOf(columnsOf(second, {})) } } } })
  expect(saved).toMatchObject({ code: 200, data: { problems: [] } })
  expect(await admin.post(`${path}/${id}/publish`, { revision: saved.data.revision, reason: '投入使用' })).toMatchObject({ code: 200 })
}

interface DescribedCall {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: { readonly properties?: object } }>> }
}

interface NamedDocument {
  readonly id: string
  readonly number: string
  readonly task: string
}

const named = ['id', 'procInstId', 'procInsId', 'businessKey', 'businessId', 'document', 'documentId', 'uid', 'uuid']

/** Parameters of calls that name a document, its type or its page. */
const parametersOf = ({ id, number, task }: NamedDocument): Readonly<Record<string, unknown>> => ({ businessType: type, type, key: type,
  page: `form-${urlPage}`, urlPage, businessNo: number, documentNo: number, taskId: task, keyword: number, current: 1, size: 100, ids: [id],
  links: [type], parameters: { title: 'x' }, business: { title: 'x' }, from: '2026-01-01', to: '2026-12-31', language: 'en', version: 1,
  table: 'lines', field: 'lines', kind: 'documentLink', procDefId: type, ...Object.fromEntries(named.map((name) => [name, id])) })

/** Calls that read with a body: lists, searches, previews. */
const reading = /\/(page|list|find|calculate|simulate|preview|search|getProcess|getProcessInstanceNodeInfo|all|todo|done|mine|nodes|check)$/
/** Calls that concern documents; those of other modules do not read forms. */
const ofDocuments = /^\/(workflow|oaserver\/(\{|messages|attachment)|system\/reference|stat|public)/

/** Answers name every field of the form, with no value. */
const ofDefinitions = ['/workflow/queryStartFormAuthority', '/workflow/dynamicForm/by/{urlPage}']

const isTried = (method: string, address: string) =>
  !ofDefinitions.includes(address) && ofDocuments.test(address) && (method === 'get' || (method === 'post' && reading.test(address)))

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
  return Object.entries(paths).flatMap(([address, operations]) =>
    Object.entries(operations).filter(([method]) => isTried(method, address)).map(([method, operation]) =>
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
    const isSheet = String(answer.headers['content-type']).includes('sheet')
    const text = isSheet ? JSON.stringify((await parseWorkbook(answer.rawPayload)).rows) : answer.payload
    disclosed.push(...found(text).map((mark) => `${name}: ${mark}`))
  }
  return [...disclosed, ...found(await printOf(who, document.id)).map((mark) => `print: ${mark}`)]
}

async function printOf(who: string, id: string): Promise<string> {
  const { host, flows } = product.composition
  const organisation = await host.organisation(host.db)
  const user = [...organisation.users.values()].find(({ userName }) => userName === who)!
  const context = { host, flows, db: host.db, at: host.clock.now(), caller: { ...callerOf(organisation, user), traceId: '', ip: '' } }
  return JSON.stringify(await printoutOf(context, await read(context, id), { locale: 'en', fullAccounts: true, find: (code) => code }))
}

it('discloses the confidential fields of a designed form to nobody else, by any call', async () => {
  await designed()
  const kit = filing(product, { key: type })
  const id = await kit.file('cashier', { title: 'Secrets', applicantDept: 'sz-finance', open: 'Open', ...valuesOf(confidential),
    lines: [{ rowId: 'r1', open: 'Open', ...valuesOf(first) }], more: [{ rowId: 'r2', open: 'Open', ...valuesOf(second) }] })
  const [task] = await kit.pending(id)
  const document = { id, number: (await kit.detailOf(product.as('cashier'), id)).businessNo, task: task!.task }
  const own = await disclosedTo('cashier', document)
  // control: the calls do tell the values to whom they are shown
  const undisclosed = filled.filter((kind) => !own.some((each) => marksOf(kind).some((mark) => each.endsWith(`: ${mark}`))))
  expect({ undisclosed, approver: await disclosedTo(task!.by, document), admin: await disclosedTo('admin', document) })
    .toEqual({ undisclosed: [], approver: [], admin: [] })
}, 300_000)
