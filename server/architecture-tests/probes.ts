import type { LightMyRequestResponse } from 'fastify'
import type { Db } from '#server/database/tables.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { clerkOf, type ScopePerson, seesAll } from './scope-company.ts'

/**
 * Probes of a module's reading calls for people with different row scopes. A reading call without a probe that is not a call of a
 * declared resource fails `reads.integration.test.ts`. Modules have their probes in `plugins/<module>/server/testing-probes.ts`, the host
 * in `host-probes.ts`.
 */
export interface ReadProbes {
  /**
   * Inserts rows of each unit, or of the owner of `mark`, into the company of `scope-company.ts`, in which each unit has filed a
   * document.
   */
  plant?(db: Db, documents: readonly FiledDocument[]): Promise<unknown>
  /** Calls with the same answer for everybody: declarations, settings and lists without an owner. */
  readonly same?: readonly string[]
  /** Pickers and labels with the same choices for everybody. Tested like `same`. */
  readonly everybody?: readonly string[]
  /** The requests for calls of `same` and `everybody` with path parameters or a body. */
  readonly requests?: Readonly<Record<string, Request | ((db: Db) => Promise<Request>)>>
  /** Calls that answer the caller's own rows, regardless of the row scope, with the test; a text names the place of another test. */
  readonly own?: Readonly<Record<string, OwnCase | string>>
  /** Calls restricted by row scope. A key is the call, optionally followed by a colon and the tested part. */
  scoped?(world: ReadWorld): Readonly<Record<string, AccessCase>>
  /** Further checks of the calls; they run last and may insert rows of their own. */
  readonly further?: Readonly<Record<string, (world: ReadWorld) => Promise<{ readonly seen: unknown; readonly expected: unknown }>>>
}

export const defineReadProbes = (probes: ReadProbes): ReadProbes => probes

/** The running product with its people; its functions must not be called before the tests run. */
export interface ReadWorld {
  readonly ask: SendProbe
  db(): Db
  documents(): readonly FiledDocument[]
}

/** A filed document with its file and running task. */
export interface FiledDocument {
  readonly id: string
  readonly department: string
  readonly bearing: string
  readonly file: string
}

/** The rows that a person gets from a call, and the expected ones. */
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

/** Number of rows of a workbook without its header; 0 where the call was refused. */
export async function rowsOf(answer: Promise<LightMyRequestResponse>): Promise<number> {
  const { statusCode, rawPayload } = await answer
  return statusCode === 200 ? (await parseWorkbook(new Uint8Array(rawPayload))).rows.length - 1 : 0
}

interface OneByOne<Thing> {
  /** All existing things. */
  things(): readonly Thing[]
  request(id: string, thing?: Thing): Request
  /** Things visible to a person. */
  of(person: ScopePerson): readonly Thing[]
}

/** Checks that a person without access to a thing gets the same answer as for a missing one, and one with access another. */
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

/** Calls that need an unrestricted row scope in addition to the permission, such as logs. */
export const wholeOnly = (ask: SendProbe, calls: readonly string[]): Record<string, AccessCase> =>
  Object.fromEntries(
    calls.map((call) => [call, { seen: async (person: ScopePerson) =>
      (await ask(person, ...plainRequest(call))).statusCode, expected: (person: ScopePerson) => (seesAll(person) ? 200 : 403) }]
    ),
  )

/** The request for a call without path parameters. */
export function plainRequest(call: string): Request {
  const [method, url = ''] = call.split(' ')
  return method === 'POST' ? ['POST', url, {}] : ['GET', url]
}

/** The owner of marked rows: an ordinary person of a department that many see. */
export const owner = clerkOf('workshop')
/** A text contained in all rows of the owner, and in no others. */
export const ownText = 'only-theirs'

export interface OwnCase {
  readonly request: Request
  /** Returns whether an answer is the owner's. */
  readonly isTheirs: (answer: { readonly payload: string; readonly rawPayload: Uint8Array }) => boolean | Promise<boolean>
}

/** Case where the owner's answer contains the mark. */
export const ownTextIn = (...request: Request): OwnCase => ({ request, isTheirs: ({ payload }) => payload.includes(ownText) })

/** Case where the data of an answer determine whether it is the owner's. */
export const ownData = (request: Request, isTheirs: (data: never) => boolean): OwnCase => ({
  request,
  isTheirs: ({ payload }) => isTheirs((JSON.parse(payload) as { data: never }).data),
})
