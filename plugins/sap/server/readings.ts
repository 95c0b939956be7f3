import type { z } from 'zod'
import type { Env } from '#server/env.ts'
import type { SapClient } from './client.ts'
import { SapFailure } from './failure.ts'
import { isReadBySystem, readSystem } from './system-readings.ts'
import { costCentrePage, materialPage, namedPage, type SapQuery, stockPage } from './wire.ts'

/** The readings of SAP by their names on our side: where, in which shape, and whether an answer is kept. */
export const readings = {
  costCenters: { path: '/cost-centres', shape: costCentrePage, kept: true },
  projects: { path: '/projects', shape: namedPage, kept: true },
  materials: { path: '/materials', shape: materialPage, kept: true },
  stock: { path: '/stock', shape: stockPage, kept: false },
  units: { path: '/units', shape: namedPage, kept: true },
  subject: { path: '/accounts', shape: namedPage, kept: true },
  movement: { path: '/movements', shape: namedPage, kept: true },
} as const

export type SapReadName = keyof typeof readings
export const readingNames = Object.keys(readings) as [SapReadName, ...SapReadName[]]

/** Milliseconds that an answer is kept: master data changes slowly. */
const lifetime = 24 * 3_600_000
/** Answers that are kept at most; the oldest makes room. */
const most = 2_000

interface CachedAnswer {
  readonly until: number
  readonly answer: unknown
}

/** Answers of each product's gateway, by what was asked. */
const kept = new WeakMap<Env, Map<string, CachedAnswer>>()

const cacheOf = (env: Env): Map<string, CachedAnswer> => kept.get(env) ?? kept.set(env, new Map()).get(env)!

interface ReadRequest {
  readonly env: Env
  /** The gateway, where the reading is its own. @throws SapFailure `notSet` */
  readonly client: () => SapClient
  readonly at: Date
}

/** One page of a reading; master data from what is kept, stock always from SAP. @throws SapFailure */
export async function readSap<Name extends SapReadName>({ env, client, at }: ReadRequest, name: Name,
  query: SapQuery): Promise<z.output<(typeof readings)[Name]['shape']>> {
  const { path, shape, kept: isKept } = readings[name]
  const key = `${name} ${JSON.stringify(query)}`
  const cache = cacheOf(env)
  const known = isKept ? cache.get(key) : undefined
  if (known && known.until > at.getTime()) return known.answer as z.output<(typeof readings)[Name]['shape']>
  const answer = isReadBySystem(env, name)
    ? shapedAs(shape, await readSystem(env, name, query))
    : await client().get(path, { ...query }, shape)
  if (isKept) keep(cache, key, { answer, until: at.getTime() + lifetime })
  return answer as z.output<(typeof readings)[Name]['shape']>
}

/** An answer of the system in the shape of the reading. @throws SapFailure */
export function shapedAs<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new SapFailure('mute', '', parsed.error)
}

function keep(cache: Map<string, CachedAnswer>, key: string, answer: CachedAnswer): void {
  const oldest = cache.size >= most ? cache.keys().next().value : undefined
  if (oldest !== undefined) cache.delete(oldest)
  cache.set(key, answer)
}

/** Forgets what was kept of one reading, or of all. Answers how many answers that were. */
export function clearSapReads(env: Env, name?: SapReadName): number {
  const cache = cacheOf(env)
  const gone = [...cache.keys()].filter((key) => name === undefined || key.startsWith(`${name} `))
  for (const key of gone) cache.delete(key)
  return gone.length
}
