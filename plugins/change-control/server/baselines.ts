import { sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { isSettled, stateOf } from '../ecn-line.ts'
import { linked, lines, lockNotices, noticesOf, openChanges, type StoredNotice } from './notice.ts'

/** Baselines of products: checks rising versions and settled lines of the included notices. */
export const baselines: DocumentExtension = {
  concerns: ['ecnBaseline'],
  // the proposed version depends on the last one
  early: true,

  async prepare(step): Promise<FormValue> {
    if (step.node === 'docControl') await serialise(step)
    const last = await lastOf(step)
    return { lastVersion: last?.version ?? null, revisionLevel: 1 + (await completedOf(step)) }
  },

  async check({ db, value, node }) {
    if (node !== 'start' && node !== 'docControl') return []
    const { version, lastVersion } = value
    const rises = typeof version !== 'string' || typeof lastVersion !== 'string' || compareVersions(version, lastVersion) > 0
    const ids = linked(value['ecns'])
    return [...(rises ? [] : [{ field: 'version', code: 'change.versionNotHigher' }]),
      ...openProblems(await noticesOf(db, ids), await openChanges(db, ids))]
  },

  async onSubmit(step) {
    const { document, value, writeInto } = step
    const last = await lastOf(step)
    const bomCompare = bomDifference(last?.bom ?? '', textOf(value['bomLines']))
    if (bomCompare !== textOf(value['bomCompare'])) await writeInto?.([{ document: document.id, set: { bomCompare } }])
  },

  /** Repeats the check with the notices locked in the order of their ids. @throws Refused */
  async onCompleted({ db, value }) {
    const ids = linked(value['ecns'])
    const problems = openProblems(await lockNotices(db, ids), await openChanges(db, ids))
    if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
  },
}

const textOf = (held: unknown): string => (typeof held === 'string' ? held : '')

/**
 * Compares versions number by number; a third number that is missing is 0.
 * @returns above 0 where the first is the higher
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)]
  return first.map((part, index) => part - (second[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

const partsOf = (version: string): readonly number[] => [0, 1, 2].map((place) => Number(version.replace(/^V/, '').split('.')[place] ?? 0))

/** Notices with a line that is neither verified, closed nor left out, or that a change in approval holds. */
const openProblems = (notices: readonly StoredNotice[], changes: Awaited<ReturnType<typeof openChanges>>): readonly FieldProblem[] =>
  notices.filter(({ id, value }) => changes.has(id) || !rowsAt(value, lines).every((row) => isSettled(stateOf(row))))
    .map(({ number }) => ({ field: 'ecns', code: 'change.ecnOpen', parameters: { no: number } }))

/** The last completed baseline of the same product and type; of those that ended in the same moment, the higher version. */
async function lastOf({ db, document, value }: DocumentStep): Promise<{ version: string; bom: string } | undefined> {
  const { product, baselineType } = value
  if (typeof product !== 'string' || typeof baselineType !== 'string') return undefined
  const row = await db.selectFrom('document').select('value').where('type', '=', 'ecnBaseline').where('state', '=', 'completed')
    .where('id', '<>', document.id).where(sql<boolean>`value ->> 'product' = ${product} and value ->> 'baselineType' = ${baselineType}`)
    .orderBy('ended_at', 'desc').orderBy(sql`string_to_array(substr(value ->> 'version', 2), '.')::numeric[]`, 'desc').limit(1)
    .executeTakeFirst()
  return row && { version: textOf(row.value['version']), bom: textOf(row.value['bomLines']) }
}

/** The number of completed baselines of the product, of every type: SAP's revision level counts them. */
async function completedOf({ db, document, value }: DocumentStep): Promise<number> {
  const { product } = value
  if (typeof product !== 'string') return 0
  const { count } = await db.selectFrom('document').select(({ fn }) => fn.countAll<string>().as('count')).where('type', '=', 'ecnBaseline')
    .where('state', '=', 'completed').where('id', '<>', document.id).where(sql<boolean>`value ->> 'product' = ${product}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Serialises the release of baselines of a product, so that the revision level counts each of them. */
const serialise = ({ db, value }: DocumentStep) =>
  sql`select pg_advisory_xact_lock(hashtext(${`ecnBaseline ${textOf(value['product'])}`}))`.execute(db)

/** A line of a bill of material with its quantity as 1, where SAP wrote 1.000. */
const withPlainQuantity = (line: string): string => line.replace(/(?<= × )\S+/, (quantity) => decimalOf(quantity)?.toFixed() ?? quantity)

/** Removed (−) and added (+) lines between two bills of material. */
export function bomDifference(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => new Set(text.split('\n').filter(Boolean).map(withPlainQuantity)))
  const gone = [...(old ?? [])].filter((line) => !now?.has(line)).map((line) => `− ${line}`)
  const come = [...(now ?? [])].filter((line) => !old?.has(line)).map((line) => `+ ${line}`)
  return [...gone, ...come].join('\n')
}
