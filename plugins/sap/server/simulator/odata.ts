import type { IncomingHttpHeaders } from 'node:http'
import { type ServiceFacts, type SetFacts, setOf } from '../released-services/facts.ts'
import { metadataOf } from './metadata.ts'
import { judge, judgeChange, numbered, refusalOf, type SapMessage } from './records.ts'
import { bomItems, changedItem, keysOfItem, recordsOf } from './bills.ts'
import { errorText, jsonType, type SimulatorAnswer, type SimulatorContext } from './answer.ts'
import type { StoredRecord } from './store.ts'

/** A request to a service. */
export interface ODataRequest {
  readonly service: ServiceFacts
  readonly method: string
  /** Path below the service. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Method, address and content in one text, in which faults look for words. */
  readonly words: string
}

type Values = Readonly<Record<string, unknown>>

/** Answers a request to a service. */
export async function answerOData(context: SimulatorContext, request: ODataRequest): Promise<SimulatorAnswer | undefined> {
  const { method, path, service } = request
  if (path === '$metadata') return { status: 200, headers: { 'content-type': 'application/xml' }, body: metadataOf(service) }
  if (method === 'GET') return read(context, request)
  const id = headerText(request.headers['requestid'])
  return id === '' ? change(context, request, undefined) : changeOnce(context, request, id)
}

/** Processes a request once per id; a repetition gets the first answer. */
async function changeOnce(context: SimulatorContext, request: ODataRequest, id: string): Promise<SimulatorAnswer | undefined> {
  await context.underWay.get(id)?.catch(() => undefined)
  const isKnown = !context.unsupported.includes(request.service.name)
  const known = isKnown ? context.store.answerTo(id, { now: context.now().getTime(), within: context.window }) : undefined
  if (known) return { status: known.status, headers: { ...typeOf(request.path, id), repeatabilityresult: 'accepted' }, body: known.body }
  const work = Promise.resolve(change(context, request, id))
  context.underWay.set(id, work)
  try {
    const answer = await work
    return answer && { ...answer, headers: { ...answer.headers, repeatabilityresult: isKnown ? 'accepted' : 'unsupported' } }
  } finally {
    context.underWay.delete(id)
  }
}

const headerText = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '')
const typeOf = (path: string, id: string): Record<string, string> =>
  path === '$batch' ? { 'content-type': `multipart/mixed; boundary=answer_${id}` } : jsonType

function change(context: SimulatorContext, request: ODataRequest, id: string | undefined):
  | Promise<SimulatorAnswer | undefined>
  | SimulatorAnswer
  | undefined {
  const { service, method, path } = request
  if (path === '$batch') return changeSet(context, request, id)
  if (service.functions.has(path)) return cancel(context, request, id)
  return method === 'PATCH' || method === 'MERGE' ? update(context, request, id) : create(context, request, id)
}

async function create(context: SimulatorContext, { service, path, body, words }: ODataRequest,
  id: string | undefined): Promise<SimulatorAnswer | undefined> {
  const set = service.sets.get(path)
  if (!set?.isCreatable) return errorAnswer(405, service, [message('SY/530', `${path} cannot be created`)])
  const created = await creation(context, { service, set, values: jsonOf(body), words })
  if ('refused' in created) return errorAnswer(400, service, created.refused)
  const answer: SimulatorAnswer = { status: 201, headers: { ...jsonType, etag: etagOf(created.answer), ...said(created.warnings) },
    body: JSON.stringify(bodyOf(service, created.answer)) }
  if (created.records.length > 0) commit(context, created.records, id, answer)
  return context.faults.take(['losesAnswer'], words) ? undefined : answer
}

interface Creation {
  readonly service: ServiceFacts
  readonly set: SetFacts
  readonly values: Values
  readonly words: string
}

/** The outcome of a creation: refused, or records with the answer; without records where it was only judged. */
async function creation(context: SimulatorContext, { service, set, values, words }: Creation): Promise<
  { readonly refused: readonly SapMessage[] } | { readonly answer: Values; readonly records: readonly StoredRecord[];
    readonly warnings: readonly SapMessage[] }
> {
  const fault = context.faults.take(['refuses'], words)
  const problems = [...judge(service, set, values), ...(await unknownMasters(context, service, set, values)),
    ...(fault ? [refusalOf(fault, set)] : [])]
  const refused = problems.filter(({ severity }) => severity === 'error')
  if (refused.length > 0) return { refused }
  const isJudgedOnly = values['PurReqnDoOnlyValidation'] === true
  const { answer, records: made } = numbered(context.store, service, set, { values, year: context.now().getUTCFullYear() })
  const key = set.name === bomItems ? await keysOfItem(context, service, answer) : {}
  const records = made.map((record) => ({ ...record, values: { ...record.values, ...key } }))
  return { answer: { ...answer, ...key }, warnings: problems, records: isJudgedOnly ? [] : records }
}

function commit(context: SimulatorContext, records: readonly StoredRecord[], id: string | undefined, answer: SimulatorAnswer): void {
  const at = context.now()
  const stamped = records.map(({ set, values }) => ({ set, values: { ...values, CreationDate: `/Date(${at.getTime()})/` } }))
  context.store.commit({ records: stamped,
    ...(id !== undefined && { request: { id, at: at.getTime(), status: answer.status, body: answer.body ?? '' } }) })
}

/** Errors for unknown materials and cost centres, if the simulator has any of that kind. */
async function unknownMasters({ masters }: SimulatorContext, service: ServiceFacts, set: SetFacts, values: Values): Promise<SapMessage[]> {
  const [materials, centres] = await Promise.all([masters('API_PRODUCT_SRV/A_Product'), masters('API_COSTCENTER_SRV/A_CostCenter')])
  const known = { material: new Set(materials.map(({ Product }) => Product)), centre: new Set(centres.map(({ CostCenter }) => CostCenter)) }
  const judgeRow = (row: Values, path: string): SapMessage[] =>
    Object.entries(row).flatMap(([name, value]) => {
      if (name in set.to)
        return [value].flat().flatMap((below, index) => judgeRow(below as Values, `${name}(${index + 1})/`))
      if (isUnknown(known.material, materialNames, name, value))
        return [message('M3/305', `Material ${String(value)} does not exist or is not activated`, `${path}${name}`)]
      return isUnknown(known.centre, ['CostCenter'], name, value)
        ? [message('KI/265', `Cost center 1000/${String(value)} does not exist`, `${path}${name}`)]
        : []
    })
  return judgeRow(values, '')
}

const materialNames: readonly string[] = ['Material', 'Product', 'BillOfMaterialComponent']

const isUnknown = (known: ReadonlySet<unknown>, names: readonly string[], name: string, value: unknown): boolean =>
  known.size > 0 && names.includes(name) && !known.has(value)

const message = (code: string, words: string, target = ''): SapMessage => ({ code, message: words, severity: 'error', target })

/** One change set: all of it is committed at once, or nothing. */
async function changeSet(context: SimulatorContext, { service, headers, body, words }: ODataRequest,
  id: string | undefined): Promise<SimulatorAnswer | undefined> {
  const answers: SimulatorAnswer[] = []
  const records: StoredRecord[] = []
  const boundary = `answer_${id ?? 'none'}`
  const type = { 'content-type': `multipart/mixed; boundary=${boundary}` }
  for (const part of requestsOf(headerText(headers['content-type']), body)) {
    const created = await partOutcome(context, service, { ...part, words: answers.length === 0 ? words : `${part.path} ${part.body}` })
    if ('refused' in created) {
      const refused = created.refused.map((one) => ({ ...one, ContentID: String(answers.length + 1) }))
      return { status: 202, headers: type,
        body: [`--${boundary}`, partOf(errorAnswer(400, service, refused)), `--${boundary}--`, ''].join('\r\n') }
    }
    answers.push({ status: 201, body: JSON.stringify(bodyOf(service, created.answer)) })
    records.push(...created.records)
  }
  const inner = `changed_${boundary}`
  const answer: SimulatorAnswer = { status: 202, headers: type,
    body: [`--${boundary}`, `Content-Type: multipart/mixed; boundary=${inner}`, '', ...answers.map((one) => `--${inner}\r\n${partOf(one)}`),
      `--${inner}--`, '', `--${boundary}--`, ''].join('\r\n') }
  commit(context, records, id, answer)
  return context.faults.take(['losesAnswer'], words) ? undefined : answer
}

/** The outcome of one request of a change set: a creation, or a function that changes an item of a bill of material. */
async function partOutcome(context: SimulatorContext, service: ServiceFacts,
  { path, body, words }: { readonly path: string; readonly body: string; readonly words: string }): ReturnType<typeof creation> {
  const [name = '', query = ''] = path.split('?')
  const set = service.sets.get(name)
  if (set?.isCreatable) return creation(context, { service, set, values: jsonOf(body), words })
  const changed = await changedItem(context, service, name, new URLSearchParams(query))
  if ('refused' in changed) return changed
  const items = setOf(service, bomItems)
  const fault = context.faults.take(['refuses'], words)
  const refused = [...(fault ? [refusalOf(fault, items)] : []), ...(await unknownMasters(context, service, items, changed.changes))]
  if (refused.length > 0) return { refused }
  return { answer: changed.answer, records: [{ set: `${service.name}/${bomItems}`, values: changed.answer }], warnings: [] }
}

const partOf = ({ status, body = '' }: SimulatorAnswer): string =>
  ['Content-Type: application/http', 'Content-Transfer-Encoding: binary', '',
    `HTTP/1.1 ${status} ${status === 201 ? 'Created' : 'Bad Request'}`, 'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`, '', body, ''].join('\r\n')

/** The requests of a change set. */
function requestsOf(type: string, body: string): readonly { readonly path: string; readonly body: string }[] {
  const [, outer = ''] = /boundary="?([^";]+)"?/.exec(type) ?? []
  const [, inner = outer] = /boundary="?([^";\r\n]+)"?/.exec(body) ?? []
  return body.split(`--${inner}`).flatMap((part) => {
    const [, path, content] = /POST (\S+) HTTP\/1\.1\r?\n[\s\S]*?\r?\n\r?\n([\s\S]*)$/.exec(part) ?? []
    return path === undefined || content === undefined ? [] : [{ path, body: content.trim() }]
  })
}

/** Cancels a material document, once. */
function cancel(context: SimulatorContext, { service, query, words }: ODataRequest, id: string | undefined): SimulatorAnswer | undefined {
  const [number, year] = ['MaterialDocument', 'MaterialDocumentYear'].map((name) => (query.get(name) ?? '').replaceAll("'", ''))
  const name = `${service.name}/A_MaterialDocumentHeader`
  const found = context.store.records(name).find(({ values }) =>
    values['MaterialDocument'] === number && values['MaterialDocumentYear'] === year
  )
  if (!found) return errorAnswer(404, service, [message('M7/001', `Check table: entry ${number} does not exist`)])
  const isDone = context.store.records(name).some(({ values }) => values['__cancels'] === `${number}/${year}`)
  if (isDone) return errorAnswer(400, service, [message('M7/324', `Material document ${number} is cancelled already`)])
  const set = service.sets.get('A_MaterialDocumentHeader')
  if (!set) return errorAnswer(404, service, [message('SY/530', 'unknown')])
  const { answer: values, records } = numbered(context.store, service, set, { values: {}, year: context.now().getUTCFullYear() })
  const answer: SimulatorAnswer = { status: 200, headers: jsonType, body: JSON.stringify({ d: { Cancel: values } }) }
  commit(context, records.map((record) => ({ ...record, values: { ...record.values, __cancels: `${number}/${year}` } })), id, answer)
  return context.faults.take(['losesAnswer'], words) ? undefined : answer
}

/** Changes a record by its key, with its ETag: in properties that the service knows, that fit and that may be changed. */
function update(context: SimulatorContext, { service, path, headers, body, words }: ODataRequest, id: string | undefined):
  | SimulatorAnswer
  | undefined {
  const [set, found] = [service.sets.get(setNameIn(path)), recordAt(context, service, path)]
  if (!set || !found) return errorAnswer(404, service, [message('/IWBEP/CM_MGW_RT/020', 'Resource not found')])
  const { record, place } = found
  const change = jsonOf(body)
  const refused = unchangeable(service, set, { tag: headers['if-match'], now: etagOf(record.values) }) ??
    refusedChange(context, service, set, { change, words })
  if (refused) return refused
  const answer = { status: 204, headers: { etag: etagOf({ ...record.values, ...change }) } }
  context.store.commit({ records: [], changes: [{ set: record.set, place, values: change }],
    ...(id !== undefined && { request: { id, at: context.now().getTime(), status: answer.status, body: '' } }) })
  return context.faults.take(['losesAnswer'], words) ? undefined : answer
}

/** The refusal of any change: of a set that stays as it is, without a tag, or with the tag of an earlier content. */
function unchangeable(service: ServiceFacts, { name, isUpdatable }: SetFacts,
  { tag, now }: { readonly tag: string | undefined; readonly now: string }): SimulatorAnswer | undefined {
  if (!isUpdatable) return errorAnswer(405, service, [message('SY/530', `${name} cannot be changed`)])
  if (tag === undefined) return errorAnswer(428, service, [message('/IWFND/CM_MGW/094', 'Precondition required')])
  return tag === '*' || tag === now ? undefined : errorAnswer(412, service, [message('/IWFND/CM_MGW/095', 'Precondition failed')])
}

function refusedChange({ faults }: SimulatorContext, service: ServiceFacts, set: SetFacts,
  { change, words }: { readonly change: Values; readonly words: string }): SimulatorAnswer | undefined {
  const fault = faults.take(['refuses'], words)
  const refused = [...judgeChange(service, set, change), ...(fault ? [refusalOf(fault, set)] : [])]
  return refused.length > 0 ? errorAnswer(400, service, refused) : undefined
}

const setNameIn = (path: string): string => /^\w+/.exec(path)?.[0] ?? ''

/** A record by its key, and its place in the set. */
function recordAt({ store }: SimulatorContext, service: ServiceFacts, path: string): { readonly record: StoredRecord;
  readonly place: number } | undefined {
  const parts = keyIn(service, decodeURIComponent(path))
  const records = store.records(`${service.name}/${setNameIn(path)}`)
  const place = records.findIndex(({ values }) => parts.every(([property, value]) => (values[property] ?? '') === value))
  const record = records[place]
  return record && { record, place }
}

/** The properties of a key in a path and their values; a key without names is the first one of the set. */
function keyIn(service: ServiceFacts, path: string): readonly (readonly [property: string, value: string])[] {
  const key = /\((.*)\)$/.exec(path)?.[1] ?? ''
  const [first = ''] = service.sets.get(setNameIn(path))?.keys ?? []
  const named = key.includes('=') ? key.split(',').map((pair) => pair.split('=')) : [[first, key]]
  return named.map(([property = '', value = '']) => [property, value.replaceAll("'", '')])
}

/** A tag that follows from the content. */
const etagOf = (values: Values): string =>
  `W/"${[...JSON.stringify(values)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 4_294_967_291, 7)}"`

async function read(context: SimulatorContext, { service, path, query }: ODataRequest): Promise<SimulatorAnswer> {
  if (path === '') return { status: 200, headers: jsonType, body: JSON.stringify({ d: { EntitySets: [...service.sets.keys()] } }) }
  if (path.includes('(')) return readOne(context, service, path)
  const set = service.sets.get(path)
  if (!set) return errorAnswer(404, service, [message('/IWBEP/CM_MGW_RT/020', `Resource not found for segment '${path}'`)])
  const all = await recordsOf(context, service, path)
  const wanted = conditionsOf(query.get('$filter'))
  if (wanted.some(({ property }) => !set.properties.has(property)))
    return errorAnswer(400, service, [message('/IWBEP/CM_MGW_RT/021', 'Invalid filter')])
  const skip = Number(query.get('$skip'))
  const top = Number(query.get('$top')) || 1_000
  const shown = all.filter((row) => wanted.every(({ property, fits }) => fits(row[property]))).slice(skip, skip + top).map(withoutOwn)
  return { status: 200, headers: jsonType,
    body: JSON.stringify(service.protocol === 'odata2' ? { d: { results: shown } } : { value: shown }) }
}

function readOne(context: SimulatorContext, service: ServiceFacts, path: string): SimulatorAnswer {
  const found = recordAt(context, service, path)
  if (!found) return errorAnswer(404, service, [message('/IWBEP/CM_MGW_RT/020', 'Resource not found')])
  const { values } = found.record
  return { status: 200, headers: { ...jsonType, etag: etagOf(values) }, body: JSON.stringify(bodyOf(service, values)) }
}

/** The conditions of a filter that are joined by `and`. */
function conditionsOf(filter: string | null): readonly { readonly property: string; readonly fits: (value: unknown) => boolean }[] {
  return !filter ? [] : filter.split(' and ').map((condition) => {
    const [, property, operator, value = ''] = /^\(?(\w+) (eq|ne) '?(.*?)'?\)?$/.exec(condition.trim()) ?? []
    const expected = value.replaceAll("''", "'")
    if (property !== undefined) return { property, fits: (found: unknown) => (String(found ?? '') === expected) === (operator === 'eq') }
    const [, start = '?', prefix = ''] = /^startswith\((\w+),'(.*)'\)/.exec(condition.trim()) ?? []
    return { property: start, fits: (found: unknown) => typeof found === 'string' && found.startsWith(prefix) }
  })
}

const withoutOwn = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('__')))

const bodyOf = ({ protocol }: ServiceFacts, values: Values): unknown => {
  const shown = withoutOwn(values)
  if (protocol === 'odata2') return { d: shown }
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, isResults(value) ? value.results : value]))
}

const isResults = (value: unknown): value is { readonly results: unknown } =>
  typeof value === 'object' && value !== null && 'results' in value

/** An error with its details, as each version has them. */
function errorAnswer(status: number, { protocol }: ServiceFacts, messages: readonly SapMessage[]): SimulatorAnswer {
  const [first] = messages
  if (!first) return { status, headers: jsonType, body: errorText('', '') }
  if (protocol === 'odata4')
    return { status, headers: jsonType, body: JSON.stringify({
      error: { code: first.code, message: first.message, target: first.target,
        details: messages.slice(1).map(({ code, message: words, target }) => ({ code, message: words, target,
          '@SAP__common.numericSeverity': 4 })
        ) },
    }) }
  return { status, headers: jsonType,
    body: JSON.stringify({ error: { code: first.code, message: { lang: 'en', value: first.message }, innererror: {
      application: { component_id: 'MM' },
      transactionid: '',
      errordetails: [...messages.map(({ target, ...rest }) => ({ ...rest, propertyref: '', target, transition: false })), {
        code: '/IWBEP/CX_MGW_BUSI_EXCEPTION',
        message: 'An exception was raised',
        propertyref: '',
        severity: 'error',
        target: '',
      }],
    } } }) }
}

const said = (warnings: readonly SapMessage[]): Record<string, string> => {
  const [first, ...others] = warnings
  return first ? { 'sap-message': JSON.stringify({ ...first, details: others }) } : {}
}

function jsonOf(text: string): Values {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? value as Values : {}
  } catch {
    return { '': 'no JSON' }
  }
}
