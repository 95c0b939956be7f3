import type { LightMyRequestResponse } from 'fastify'
import type { Db } from '#server/database/tables.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { clerkOf, type ScopePerson, seesAll } from './scope-company.ts'

/**
 * The ways in which the reading calls of a module are tried with people of every scope. A call that reads and is named by no probes,
 * and is not one of a declared resource, fails `reads.integration.test.ts`. The probes of a module stand in
 * `plugins/<module>/server/probes.ts`, those of the host in `host-probes.ts`.
 */
export interface ReadProbes {
  /** Puts rows of each unit, or of the owner of `mark`, into the company of `scope-company.ts`, where each unit has filed a document. */
  plant?(db: Db, documents: readonly FiledDocument[]): Promise<unknown>
  /** Declarations, settings and lists that are the same for everybody; nobody's rows. */
  readonly same?: readonly string[]
  /** Pickers and labels: whom and what everybody may choose. Tried like `same`. */
  readonly everybody?: readonly string[]
  /** The request for a call of `same` and `everybody` whose address has blanks or whose body is not empty. */
  readonly requests?: Readonly<Record<string, Request | ((db: Db) => Promise<Request>)>>
  /** The caller's own rows whatever their scope, and how that is tried; a text says where else it is tried. */
  readonly own?: Readonly<Record<string, OwnCase | string>>
  /** Rows that a scope opens. A key is the call, and after a colon what of it is tried where that is not all. */
  scoped?(world: ReadWorld): Readonly<Record<string, AccessCase>>
  /** Further checks of the calls; run last, so that they may plant rows of their own. */
  readonly further?: Readonly<Record<string, (world: ReadWorld) => Promise<{ readonly seen: unknown; readonly expected: unknown }>>>
}

export const defineReadProbes = (probes: ReadProbes): ReadProbes => probes

/** The running product with its people; nothing of it may be asked before the tests run. */
export interface ReadWorld {
  readonly ask: SendProbe
  db(): Db
  documents(): readonly FiledDocument[]
}

/** A filed document with its file and the task that it waits at. */
export interface FiledDocument {
  readonly id: string
  readonly department: string
  readonly bearing: string
  readonly file: string
}

/** The rows that a person gets of a call, and those they should get. */
export interface AccessCase {
  readonly seen: (person: ScopePerson) => Promise<unknown>
  readonly expected: (person: ScopePerson) => unknown
}

export type SendProbe = (person: Pick<ScopePerson, 'id'>, method: 'GET' | 'POST', url: string,
  payload?: object) => Promise<LightMyRequestResponse>

export type Request = readonly ['GET' | 'POST', url: string, payload?: object]

export const idsOf = (records: readonly { readonly id: string }[] | undefined) => (records ?? []).map(({ id }) => id).toSorted()

export async function dataOf<Data>(answer: Promise<LightMyRequestResponse>): Promise<Data> {
  return (await answer).json<{ data: Data }>().data
}

/** Rows of a workbook without its heading; none where the call was refused. */
export async function rowsOf(answer: Promise<LightMyRequestResponse>): Promise<number> {
  const { statusCode, rawPayload } = await answer
  return statusCode === 200 ? (await parseWorkbook(new Uint8Array(rawPayload))).rows.length - 1 : 0
}

interface OneByOne<Thing> {
  /** All that there are. */
  things(): readonly Thing[]
  request(id: string, thing?: Thing): Request
  /** Those that a person may see. */
  of(person: ScopePerson): readonly Thing[]
}

/** A person who may not see a thing gets the answer that they would get if there were none; one who may gets another. */
export const oneByOne = <Thing extends { readonly id: string }>(ask: SendProbe, { things, request, of }: OneByOne<Thing>): AccessCase => ({
  seen: async (person) => {
    const answered = async (id: string, thing?: Thing) => {
      const { statusCode, payload } = await ask(person, ...request(id, thing))
      return `${statusCode} ${payload.replaceAll(id, '')}`
    }
    const absent = await answered('absent')
    const found: { id: string }[] = []
    for (const thing of things()) if ((await answered(thing.id, thing)) !== absent) found.push(thing)
    return idsOf(found)
  },
  expected: (person) => idsOf(of(person)),
})

/** Calls that need an unrestricted scope beside the right: logs concern everybody. */
export const wholeOnly = (ask: SendProbe, calls: readonly string[]): Record<string, AccessCase> =>
  Object.fromEntries(
    calls.map((call) => [call, { seen: async (person: ScopePerson) =>
      (await ask(person, ...plainRequest(call))).statusCode, expected: (person: ScopePerson) => (seesAll(person) ? 200 : 403) }]
    ),
  )

/** The request for a call without blanks. */
export function plainRequest(call: string): Request {
  const [method, url = ''] = call.split(' ')
  return method === 'POST' ? ['POST', url, {}] : ['GET', url]
}

/** The owner of marked rows: an ordinary person of a department that many see. */
export const owner = clerkOf('workshop')
/** Stands in everything that the owner has of their own, and nowhere else. */
export const ownText = 'only-theirs'

export interface OwnCase {
  readonly request: Request
  /** Returns whether an answer is about the owner. */
  readonly isTheirs: (answer: { readonly payload: string; readonly rawPayload: Uint8Array }) => boolean | Promise<boolean>
}

/** The owner's answer holds the mark. */
export const ownTextIn = (...request: Request): OwnCase => ({ request, isTheirs: ({ payload }) => payload.includes(ownText) })

/** The data of an answer say whether it is the owner's. */
export const ownData = (request: Request, isTheirs: (data: never) => boolean): OwnCase => ({
  request,
  isTheirs: ({ payload }) => isTheirs((JSON.parse(payload) as { data: never }).data),
})
