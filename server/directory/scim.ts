import { z } from 'zod'
import { folded } from '#server/identity/organisation/search-text.ts'
import type { Outbound, OutboundAnswer } from '#server/outbound/outbound.ts'
import type { ForeignDirectory, ForeignPerson, ForeignUnit } from './foreign.ts'

export type ScimFailureKind = 'unreachable' | 'refused' | 'answer' | 'endless'

/** The directory could not be read; says nothing of what it answered. */
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
  /** Base address, before `/Users`. */
  readonly url: string
  readonly token: string
  /** Attribute that holds the position level: `userType`, or `urn:…:User:name` of an extension; without it levels are kept here. */
  readonly levelAttribute?: string
  readonly ask: Outbound
}

/** Records that are asked for at a time; a server may answer fewer. */
const pageSize = 100

/** More than any company has: a server that never ends is given up. */
const most = 200_000

/** Reads everybody and every group of a SCIM 2.0 directory (RFC 7644), page by page. @throws ScimFailure */
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
 * The records of a kind, each once. A page is asked for until all there are have come, as the server counts them; a server that counts only
 * the page is asked on until a page brings nothing new.
 */
async function all(settings: ScimSettings, kind: 'Users' | 'Groups'): Promise<readonly unknown[]> {
  const found = new Map<unknown, unknown>()
  for (let part: Part = { before: -1, found: 0, answered: 0, total: undefined }; hasMore(part);) {
    const { before, total } = part
    // Counted from 1 by the standard.
    const { Resources, totalResults } = await page(settings, kind, found.size + 1).catch((error: unknown) => {
      // beyond the end, a server may refuse to answer
      if (before >= 0 && isCounted({ found: found.size, total }) && isRefusal(error)) return { Resources: [], totalResults: total }
      throw error
    })
    part = { before: found.size, found: 0, answered: Resources.length, total: totalResults }
    for (const one of Resources) found.set(keyOf(one), one)
    part = { ...part, found: found.size }
  }
  return [...found.values()]
}

/** The state after a page: how many records were known before it and after, how many it had, and how many the server says there are. */
interface Part {
  readonly before: number
  readonly found: number
  readonly answered: number
  readonly total: number | undefined
}

/** @throws ScimFailure for a server that answers what was there already, or nothing: it will not come to its end. */
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

/** A record without an id is what it says. */
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

/** Numbers are taken for texts, and texts for what they say: servers are not strict about types. */
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

/** The texts of a record that cannot be read, as far as it has any. */
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

/** A text attribute of a user, of an extension by the address of its schema. */
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

/** Family names of Vietnam, without their marks, that are hardly met elsewhere. */
const vietnamese = new Set(['nguyen', 'tran', 'pham', 'hoang', 'huynh', 'phan', 'vu', 'vo', 'dang', 'bui', 'ngo', 'duong', 'dinh', 'dao',
  'doan', 'trinh', 'truong', 'luong', 'quach', 'thai', 'tong', 'trieu'])

/** A family name of Vietnam, or letters that no other language writes. */
const isVietnamese = (familyName: string, others: string): boolean =>
  vietnamese.has(folded(familyName)) || /[ăđơưạ-ỹ]/i.test((familyName + others).normalize('NFC'))

const chosen = (values: z.output<typeof several>) => (values.find(({ primary }) => primary) ?? values[0])?.value

/** A mobile number as accounts hold it; others are left out. */
const mobileOf = (value: string | undefined) => /^(?:\+?86|0086)?(1[3-9]\d{9})$/.exec(value?.replaceAll(/^tel:|[\s().-]/g, '') ?? '')?.[1]

const unitOf = ({ id, displayName, externalId, members }: z.output<typeof group>): ForeignUnit => ({
  id,
  name: displayName ?? '',
  code: externalId,
  members: members.filter(({ type }) => type === undefined || type.toLowerCase() === 'user').flatMap(({ value }) => value ?? []),
})
