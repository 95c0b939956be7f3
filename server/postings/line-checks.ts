import { createHash } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import type { Posts } from '#kernel/form.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { within } from '#server/queue/queue.ts'
import type { PostingCheck, PostingDetail, Sending } from './posting.ts'

type Checker = Pick<DocumentHost, 'postingCalls' | 'env' | 'db' | 'clock'>

/** A line to check. */
interface CheckedLine {
  readonly posts: Posts
  readonly line: string
  readonly body: unknown
  readonly key: string
}

interface LineChecks {
  /** The messages about lines that were judged. */
  readonly judged: readonly { readonly line: CheckedLine; readonly details: readonly PostingDetail[] }[]
  /** Systems that answer, but have not answered about every line: lines that are done, of all. */
  readonly unfinished: readonly { readonly call: string; readonly done: number; readonly all: number }[]
}

/** Time for which a person waits for other systems, ms. */
const longest = 15_000
/** Maximum duration of a check of one line, ms. */
const longestOfLine = 15_000
/** Time for which lines go on being asked about after a person has stopped waiting, ms. */
const longestBehind = 600_000
/** Time for which a line that the other system has found to be right is not asked about again, ms. */
const remembered = 600_000
/** Maximum number of remembered lines. */
const mostRemembered = 20_000
/** Maximum number of concurrent checks by other systems. */
const placesAtOnce = 4
/** Number of lines that are judged by facts held here before other requests go on. */
const linesAtOnce = 50

const unavailable = (): PostingCheck => ({ outcome: 'unavailable' })

/** Checks lines: by facts held here all of them, by other systems as many as answer while a person waits; the others in the background. */
export async function judgeLines(host: Checker, lines: readonly CheckedLine[]): Promise<LineChecks> {
  // one for all lines, so that a call reads what it needs once
  const sending = { env: host.env, db: host.db, at: host.clock.now() }
  const isAsking = ({ posts: { call } }: CheckedLine) => host.postingCalls.get(call)?.isAskingToCheck?.(host.env) !== false
  const here = await judgeHere(host, sending, lines.filter((line) => !isAsking(line)))
  const there = await askOthers(host, sending, lines.filter(isAsking))
  return { judged: [...here, ...there.judged], unfinished: there.unfinished }
}

async function judgeHere(host: Checker, sending: Sending, lines: readonly CheckedLine[]): Promise<LineChecks['judged']> {
  const judged: LineChecks['judged'][number][] = []
  for (const [index, line] of lines.entries()) {
    if (index % linesAtOnce === linesAtOnce - 1) await immediate()
    const check = await checkOf(host, sending, line)
    if (check.outcome === 'checked') judged.push({ line, details: check.details })
  }
  return judged
}

const checkOf = ({ postingCalls }: Pick<Checker, 'postingCalls'>, sending: Sending,
  { posts: { call }, key, body }: CheckedLine): Promise<PostingCheck> => {
  const asked = postingCalls.get(call)?.check?.(sending, { key, body, prior: null })
  return asked ? within(asked, longestOfLine).catch(unavailable) : Promise.resolve(unavailable())
}

async function askOthers(host: Checker, sending: Sending, lines: readonly CheckedLine[]): Promise<LineChecks> {
  if (lines.length === 0) return { judged: [], unfinished: [] }
  const until = Date.now() + longest + longestBehind
  const known = knownChecks(host)
  const answered = new Map<CheckedLine, PostingCheck>()
  const silent = new Set<string>()
  const asked = lines.map(async (line) => {
    const { call } = line.posts
    const check = await known.ask(line, async () => {
      // a system that did not answer about one line is not asked about further ones
      if (silent.has(call) || Date.now() > until) return unavailable()
      return checkOf(host, sending, line)
    })
    if (check.outcome === 'unavailable') silent.add(call)
    answered.set(line, check)
  })
  await within(Promise.all(asked), longest).catch(() => undefined)
  const unfinished = unfinishedOf(lines, answered).filter(({ call }) => !silent.has(call))
  if (unfinished.length === 0) known.forget(lines)
  return {
    judged: [...answered].flatMap(([line, check]) => (check.outcome === 'checked' ? [{ line, details: check.details }] : [])),
    unfinished,
  }
}

/** The calls with lines that are not answered yet; without any answer a system counts as one that does not answer. */
function unfinishedOf(lines: readonly CheckedLine[], answered: ReadonlyMap<CheckedLine, PostingCheck>): LineChecks['unfinished'] {
  return [...new Set(lines.map(({ posts: { call } }) => call))].map((call) => {
    const all = lines.filter(({ posts }) => posts.call === call)
    return { call, all: all.length, done: all.filter((line) => answered.has(line)).length }
  }).filter(({ done, all }) => done > 0 && done < all)
}

/** The checks by other systems that are under way, and those that found nothing wrong while others of their document are under way. */
class KnownChecks {
  private readonly checks = new Map<string, { readonly check: Promise<PostingCheck>; readonly at: number }>()
  private readonly turns = semaphore(placesAtOnce)

  /** Asks about a line; what was asked lately with the same content is not asked again. */
  ask(line: CheckedLine, check: () => Promise<PostingCheck>): Promise<PostingCheck> {
    const name = contentOf(line)
    const known = this.checks.get(name)
    if (known && Date.now() - known.at < remembered) return known.check
    const asked = this.turns.run(check).catch(unavailable)
    this.remember(name, asked)
    return asked
  }

  forget(lines: readonly CheckedLine[]): void {
    for (const line of lines) this.checks.delete(contentOf(line))
  }

  private remember(name: string, check: Promise<PostingCheck>): void {
    const [oldest] = this.checks.keys()
    if (this.checks.size >= mostRemembered && oldest !== undefined) this.checks.delete(oldest)
    this.checks.delete(name)
    this.checks.set(name, { check, at: Date.now() })
    void this.forgetWrong(name, check)
  }

  private async forgetWrong(name: string, check: Promise<PostingCheck>): Promise<void> {
    const found = await check
    if (found.outcome === 'unavailable' || found.details.length > 0) this.checks.delete(name)
  }
}

const contentOf = ({ posts: { call }, body }: CheckedLine): string =>
  createHash('sha256').update(JSON.stringify([call, body])).digest('base64')

const known = new WeakMap<Checker['postingCalls'], KnownChecks>()

/** The checks of a product. */
function knownChecks({ postingCalls }: Pick<Checker, 'postingCalls'>): KnownChecks {
  const found = known.get(postingCalls) ?? new KnownChecks()
  known.set(postingCalls, found)
  return found
}
