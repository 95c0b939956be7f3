import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Env } from '#server/env.ts'
import type { SentLine } from '#server/postings/posting.ts'
import { allTests, scaled } from '#server/testing-scale.ts'
import { postBySystem } from './port.ts'
import { bodies, type ExchangedSap, exchangedSap } from './testing-exchange.ts'
import { shippedUnits, unitCodesOf } from './units.ts'

const { exchanges, kills } = scaled({ enough: { exchanges: 120, kills: 2 }, all: { exchanges: 100_000, kills: 200 } })
const seed = 20261120
const units = unitCodesOf(shippedUnits)

let sap: ExchangedSap
beforeAll(async () => {
  sap = await exchangedSap()
})
afterAll(() => sap?.remove())

/** Numbers from 0 to 1 that come again with the same seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Line extends SentLine {
  readonly call: string
  attempts: number
  state: 'open' | 'posted' | 'refused'
  number?: string
}

/** Our side as it is written down: what is not recorded was killed before it, and is sent again. */
const written: Line[] = []

async function attempt(env: Env, line: Line, isKilled: boolean): Promise<void> {
  line.attempts += 1
  const outcome = await postBySystem({ env, at: new Date(), units }, line.call, { ...line })
  if (isKilled || !outcome) return
  if (outcome.outcome === 'posted') Object.assign(line, { state: 'posted', number: outcome.number })
  if (outcome.outcome === 'refused') line.state = 'refused'
}

/** Lines that are sent at the same time. */
const atOnce = 8

const lineAt = (number: number): Line => {
  const [call, given] = bodies[number % bodies.length]!
  // many bills, so that none grows by thousands of items
  const body = call === 'sap.bomItems' ? { ...given, parents: [`${'HP'[number % 2]}-${String(number % 15 + 1).padStart(3, '0')}`] } : given
  return { call, body, key: `D${number}-1`, createdAt: new Date('2026-11-20T02:00:00Z'), attempts: 0,
    prior: call === 'sap.bomItems' ? `50000${number}` : null, state: 'open' }
}

/** Sends lines, a part of them at the moment in which the simulator is killed; one attempt in ten is killed before it is recorded. */
async function sendAll(lines: readonly Line[], random: () => number, killed: number): Promise<void> {
  const env = sap.env()
  for (let index = 0; index < lines.length; index += atOnce) {
    const under = lines.slice(index, index + atOnce).map((line) => attempt(env, line, random() < 0.1))
    if (killed >= index && killed < index + atOnce) {
      await new Promise((done) => setImmediate(done))
      await sap.kill(() => Promise.all(under))
      await sap.misbehave()
    }
    await Promise.all(under)
  }
}

/** Number of compared lines, of the records on the other side, and the lines that differ. */
interface Comparison {
  readonly compared: number
  readonly records: number
  readonly different: readonly object[]
}

/** Compares a number of lines with the other side: a posted one has its number there, a refused one none, an open one at most one. */
async function compare(lines: readonly Line[]): Promise<Comparison> {
  const there = await sap.records()
  const different = lines.flatMap((line) => {
    const { call, key, state, number, attempts } = line
    const has = there.get(`${call} ${key}`) ?? []
    return agrees(line, has) ? [] : [{ call, key, state, number, attempts, there: has }]
  })
  return { compared: lines.length, records: [...there.values()].flat().length, different }
}

const agrees = ({ state, number }: Line, there: readonly string[]): boolean =>
  state === 'open' ? there.length <= 1 : JSON.stringify(there) === JSON.stringify(state === 'posted' ? [String(number)] : [])

/** Kills between two comparisons that are printed, so that a run that is ended early has a result. */
const killsBetween = 4

async function printComparison(done: number): Promise<void> {
  const { compared, records, different } = await compare(written.slice(0, done))
  const count = (state: Line['state']) => written.slice(0, done).filter((line) => line.state === state).length
  const sum = written.reduce((total, { attempts }) => total + attempts, 0)
  process.stdout.write(`${new Date().toISOString()} ${compared} exchanges, ${sum} attempts: ${count('posted')} posted, ` +
    `${count('refused')} refused, ${count('open')} open; ${records} records in SAP, ${different.length} different\n`)
  expect(different).toEqual([])
}

it('comes to one record for each posted line and to none for each refused one, whoever is killed and whatever is lost', {
  timeout: 21_600_000,
}, async () => {
  const random = randomFrom(seed)
  await sap.misbehave()
  written.push(...Array.from({ length: exchanges }, (_, number) => lineAt(number)))
  const share = Math.ceil(exchanges / (kills + 1))
  for (let part = 0; part <= kills; part += 1) {
    const lines = written.slice(part * share, (part + 1) * share)
    await sendAll(lines, random, part === kills ? -1 : Math.floor(random() * lines.length))
    if (allTests && (part + 1) % killsBetween === 0) await printComparison(part * share + lines.length)
  }
  await sap.behave()
  for (let round = 0; round < 6; round += 1) await sendAll(written.filter(({ state }) => state === 'open'), random, -1)
  const { different, records } = await compare(written)
  expect(different).toEqual([])
  expect(written.filter(({ state }) => state === 'open')).toEqual([])
  expect(records).toBe(written.filter(({ state }) => state === 'posted').length)
  if (allTests) await printComparison(written.length)
  // the faults have met some: attempts beyond the first
  expect(written.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(exchanges / 20)
})
