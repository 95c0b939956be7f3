import { z } from 'zod'
import { folded } from '#server/identity/organisation/search-text.ts'
import type { Outbound, OutboundAnswer } from '#server/outbound/outbound.ts'
import type { ForeignDirectory, ForeignPerson, ForeignUnit } from './foreign.ts'

export type ScimFailureKind = 'unreachable' | 'refused' | 'answer' | 'endless'

/** The directory could not be read; contains nothing of its answer. */
export class ScimFailure extends Error {
  override readonly name = 'ScimFailure'

  constructor(
    readonly kind: ScimFailureKind,
    options?: ErrorOptions,
  ) {
    super(`The directory could not be read: ${kind}`, options)
  }
}

export interface ScimSettings {
  /** Base URL, before `/Users`. */
  readonly url: string
  readonly token: string
  /** Attribute with the position level: `userType`, or `urn:…:User:name` of an extension; without it levels are maintained here. */
  readonly levelAttribute?: string
  readonly ask: Outbound
}

/** Requested records per page; a server may answer fewer. */
const pageSize = 100

/** Upper limit of records, to stop at a server that never ends. */
const most = 200_000

/** Reads all people and groups of a SCIM 2.0 directory (RFC 7644), page by page. @throws ScimFailure */
export async function readDirectory(settings: ScimSettings): Promise<ForeignDirectory> {
  const users = (await all(settings, 'Users')).map((record) => ({ record, read: user.safeParse(record) }))
  const groups = (await all(settings, 'Groups')).map((record) => group.safeParse(record).data)
  // people would lose the unit of a group that is left out
  if (groups.includes(undefined)) throw new ScimFailure('answer')
  return {
    people: users.flatMap(({ read: { data } }) =>
      data ? [{ ...personOf(data), positionLevel: attributeOf(data, settings.levelAttribute) }] : []
    ),
    units: groups.flatMap((one) => (one ? [unitOf(one)] : [])),
    unreadable: users.filter(({ read }) => !read.success).map(({ record }) => unreadableOf(record)),
  }
}

/**
 * The records of a kind without duplicates. Pages are read until the server's total is reached; where the server only counts the page,
 * until a page has no new records.
 */
async function all(settings: ScimSettings, kind: 'Users' | 'Groups'): Promise<readonly unknown[]> {
  const found = new Map<unknown, unknown>()
  for (let part: Part = { before: -1, found: 0, answered: 0, total: undefined }; hasMore(part);) {
    const { before, total } = part
    // The standard counts from 1.
    const { Resources, totalResults } = await page(settings, kind, found.size + 1).catch((error: unknown) => {
      // a server may refuse pages after the end
      if (before >= 0 && isCounted({ found: found.size, total }) && isRefusal(error)) return { Resources: [], totalResults: total }
      throw error
    })
    part = { before: found.size, found: 0, answered: Resources.length, total: totalResults }
    for (const one of Resources) found.set(keyOf(one), one)
    part = { ...part, found: found.size }
  }
  return [...found.values()]
}

/** The state after a page: numbers of known records before and after it, its size, and the server's total. */
interface Part {
  readonly before: number
  readonly found: number
  readonly answered: number
  readonly total: number | undefined
}

/** @throws ScimFailure for a server that repeats records or sends none before its total is reached */
function hasMore(part: Part): boolean {
  const { before, found, answered, total } = part
  if (total === found && total !== answered) return false
  if (found > before) {
    if (found > most) throw new ScimFailure('endless')
    return true
  }
  if (total === undefined || isCounted(part)) return false
  throw new ScimFailure('endless')
}

const isCounted = ({ found, total }: Pick<Part, 'found' | 'total'>): boolean => total !== undefined && found >= total

const isRefusal = (error: unknown): boolean => error instanceof ScimFailure && error.kind === 'refused'

/** The id of a record; its content where it has none. */
const keyOf = (record: unknown): unknown => identified.safeParse(record).data?.id ?? JSON.stringify(record)

async function page({ url, token, ask }: ScimSettings, kind: string, startIndex: number) {
  const address = new URL(`${url}/${kind}`)
  address.search = String(new URLSearchParams({ startIndex: String(startIndex), count: String(pageSize) }))
  const answer = await ask({ url: address,
    headers: { authorization: `Bearer ${token}`, accept: 'application/scim+json, application/json' } })
    .catch((error: unknown) => {
      throw new ScimFailure('unreachable', { cause: error })
    })
  if (answer.status !== 200) throw new ScimFailure('refused')
  const parsed = answerShape.safeParse(contentOf(answer))
  if (!parsed.success) throw new ScimFailure('answer')
  return parsed.data
}

function contentOf({ body }: OutboundAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch (error) {
    throw new ScimFailure('answer', { cause: error })
  }
}

/** Lenient types: numbers are accepted as texts, and texts as numbers and booleans, since servers are not strict. */
const text = z.union([z.string(), z.number()]).nullish().transform((value) => String(value ?? '').trim() || undefined)
const yesOrNo = z.preprocess(
  (value) => truths.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? value,
  z.boolean().nullish(),
)
const truths = new Map<unknown, boolean>([['true', true], ['1', true], [1, true], ['false', false], ['0', false], [0, false]])
const identifier = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64))
const several = z.array(z.object({ value: text, type: text, primary: yesOrNo })).nullish().transform((values) => values ?? [])
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const answerShape = z.object({
  totalResults: z.coerce.number().int().min(0).nullish().transform((total) => total ?? undefined),
  Resources: z.array(z.unknown()).nullish().transform((records) => records ?? []),
})

const identified = z.object({ id: identifier })

const user = z.looseObject({
  id: identifier,
  userName: identifier,
  displayName: text,
  title: text,
  active: yesOrNo,
  name: z.object({ formatted: text, familyName: text, givenName: text, middleName: text }).nullish(),
  emails: several,
  phoneNumbers: several,
  [enterprise]: z.looseObject({ employeeNumber: text, department: text }).nullish(),
})

const group = z.object({ id: identifier, displayName: text, externalId: text, members: several })

/** The texts of an unreadable record, where present. */
function unreadableOf(record: unknown): ForeignDirectory['unreadable'][number] {
  const known = z.looseObject({}).safeParse(record).data ?? {}
  const { id, userName, displayName } = known as Readonly<Record<string, unknown>>
  const [outerId = '', signIn = '', name = ''] = [id, userName, displayName].map((value) => text.safeParse(value).data)
  return { outerId: outerId.slice(0, 64), userName: signIn, name: name || signIn || outerId }
}

function personOf({ id, userName, active, title, ...rest }: z.output<typeof user>): ForeignPerson {
  const { employeeNumber, department } = rest[enterprise] ?? {}
  return {
    id,
    userName,
    active: active ?? true,
    name: nameOf(rest),
    jobNumber: employeeNumber,
    department,
    position: title,
    email: chosen(rest.emails)?.toLowerCase(),
    phone: rest.phoneNumbers.map(({ value }) => mobileOf(value)).find((value) => value !== undefined),
  }
}

/** A text attribute of a user; for an extension, prefixed with the URN of its schema. */
function attributeOf(resource: Readonly<Record<string, unknown>>, name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const end = name.lastIndexOf(':')
  const holder = end < 0 ? resource : extension.safeParse(resource[name.slice(0, end)]).data
  return text.safeParse(holder?.[name.slice(end + 1)]).data
}

const extension = z.record(z.string(), z.unknown())

const nameOf = ({ displayName, name }: Pick<z.output<typeof user>, 'displayName' | 'name'>) =>
  displayName ?? name?.formatted ?? (composed(name ?? {}) || undefined)

interface ScimName {
  readonly familyName?: string | undefined
  readonly givenName?: string | undefined
  readonly middleName?: string | undefined
}

/** A name in the order of its language: 王伟, Nguyễn Văn An, Mary Smith. */
function composed({ familyName = '', givenName = '', middleName = '' }: ScimName): string {
  if (/^\p{Script=Han}+$/u.test(familyName + givenName)) return familyName + givenName
  const parts = isVietnamese(familyName, `${middleName}${givenName}`) ? [familyName, middleName, givenName] : [givenName, familyName]
  return parts.filter(Boolean).join(' ')
}

/** Vietnamese family names, without diacritics, that are rare elsewhere. */
const vietnamese = new Set(['nguyen', 'tran', 'pham', 'hoang', 'huynh', 'phan', 'vu', 'vo', 'dang', 'bui', 'ngo', 'duong', 'dinh', 'dao',
  'doan', 'trinh', 'truong', 'luong', 'quach', 'thai', 'tong', 'trieu'])

/** Returns whether a name is Vietnamese: by the family name, or by letters of no other language. */
const isVietnamese = (familyName: string, others: string): boolean =>
  vietnamese.has(folded(familyName)) || /[ăđơưạ-ỹ]/i.test((familyName + others).normalize('NFC'))

const chosen = (values: z.output<typeof several>) => (values.find(({ primary }) => primary) ?? values[0])?.value

/** A mobile number in our format; others are left out. */
const mobileOf = (value: string | undefined) => /^(?:\+?86|0086)?(1[3-9]\d{9})$/.exec(value?.replaceAll(/^tel:|[\s().-]/g, '') ?? '')?.[1]

const unitOf = ({ id, displayName, externalId, members }: z.output<typeof group>): ForeignUnit => ({
  id,
  name: displayName ?? '',
  code: externalId,
  members: members.filter(({ type }) => type === undefined || type.toLowerCase() === 'user').flatMap(({ value }) => value ?? []),
})
