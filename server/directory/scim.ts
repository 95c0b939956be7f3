import { z } from 'zod'
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
  const people = await all(settings, 'Users', user)
  const groups = await all(settings, 'Groups', group)
  return { people: people.map((one) => ({ ...personOf(one), positionLevel: attributeOf(one, settings.levelAttribute) })),
    units: groups.map(unitOf) }
}

async function all<Shape extends z.ZodType<{ id: string }>>(settings: ScimSettings, kind: 'Users' | 'Groups',
  shape: Shape): Promise<z.output<Shape>[]> {
  const found = new Map<string, z.output<Shape>>()
  for (;;) {
    // Counted from 1 by the standard.
    const { Resources, totalResults } = await page(settings, kind, found.size + 1, shape)
    const before = found.size
    for (const one of Resources) found.set(one.id, one)
    if (found.size >= totalResults) return [...found.values()]
    // A server that answers what was there already, or nothing, will not come to its end.
    if (found.size < before + Resources.length || Resources.length === 0 || found.size > most) throw new ScimFailure('endless')
  }
}

async function page<Shape extends z.ZodType>({ url, token, ask }: ScimSettings, kind: string, startIndex: number, shape: Shape) {
  const address = new URL(`${url}/${kind}`)
  address.search = String(new URLSearchParams({ startIndex: String(startIndex), count: String(pageSize) }))
  const answer = await ask({ url: address,
    headers: { authorization: `Bearer ${token}`, accept: 'application/scim+json, application/json' } })
    .catch((error: unknown) => {
      throw new ScimFailure('unreachable', { cause: error })
    })
  if (answer.status !== 200) throw new ScimFailure('refused')
  const parsed = z.object({ totalResults: z.int().min(0), Resources: z.array(shape).default([]) }).safeParse(contentOf(answer))
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

const text = z.string().nullish().transform((value) => value?.trim() || undefined)
const several = z.array(z.object({ value: text, type: text, primary: z.boolean().nullish() })).nullish().transform((values) => values ?? [])
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const user = z.looseObject({
  id: z.string().min(1).max(64),
  userName: z.string().min(1),
  displayName: text,
  title: text,
  active: z.boolean().nullish(),
  name: z.object({ formatted: text, familyName: text, givenName: text }).nullish(),
  emails: several,
  phoneNumbers: several,
  [enterprise]: z.looseObject({ employeeNumber: text, department: text }).nullish(),
})

const group = z.object({ id: z.string().min(1).max(64), displayName: text, externalId: text, members: several })

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
  displayName ?? name?.formatted ?? ([name?.givenName, name?.familyName].filter(Boolean).join(' ') || undefined)

const chosen = (values: z.output<typeof several>) => (values.find(({ primary }) => primary) ?? values[0])?.value

/** A mobile number as accounts hold it; others are left out. */
const mobileOf = (value: string | undefined) => /^(?:\+?86)?(1[3-9]\d{9})$/.exec(value?.replaceAll(/^tel:|[\s()-]/g, '') ?? '')?.[1]

const unitOf = ({ id, displayName, externalId, members }: z.output<typeof group>): ForeignUnit => ({
  id,
  name: displayName ?? '',
  code: externalId,
  members: members.filter(({ type }) => type === undefined || type.toLowerCase() === 'user').flatMap(({ value }) => value ?? []),
})
