import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { applyChanges } from '#server/documents/lifecycle/changes.ts'
import type { CallAnswer, TestProduct } from '#server/documents/testing.ts'
import { scaled } from '#server/testing-scale.ts'
import { chance } from '#plugins/demo/server/random.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { ecnApply } from '../types/ecnApply/index.ts'
import { ecnBaseline } from '../types/ecnBaseline/index.ts'
import { ecnChange } from '../types/ecnChange/index.ts'
import { ecnReviewForm } from '../types/ecnReviewForm/index.ts'
import { baselineOf, changeOf, changeSay, releasedNotice, reviewOf } from '../types/testing-family.ts'
import { lineOf, materialsOf, paper } from '../types/testing.ts'

let product: TestProduct
let notices: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  notices = filing(product, ecnApply)
}, 240_000)
afterAll(() => product?.close())

/**
 * Answers of calls that lose a race: refused (403, 42009), gone (404), moved on (42006, 42007). A failure of the server, such as a
 * deadlock, is none of them.
 */
const lost: ReadonlySet<number> = new Set([403, 404, 42006, 42007, 42009])

it.each(Array.from({ length: scaled({ enough: 2, all: 12 }) }, (_, seed) => seed))(
  'eight callers at one notice leave its lines as one after the other would (seed %i)',
  async (seed) => {
    const codes = await materialsOf(notices, 'P-001', 'C-001', 'C-002')
    const lines = [1, 2, 3, 4].map((place) => lineOf(codes, { rowId: `l${place}`, itemNo: place * 10, position: `C${place}` }))
    const ecn = await releasedNotice(notices, 'executor', { changeItems: lines })
    const say = await changeSay(notices)
    const evidence = [await paper(product, 'luxiao')]
    const answers: CallAnswer<unknown>[] = []
    const asked = async (call: Promise<CallAnswer<unknown>>) => {
      const answer = await call
      answers.push(answer)
      return answer.code === 200 ? answer : undefined
    }
    const step = async (on: FilingSupport, id: string, said: Readonly<Record<string, object>>) => {
      const [task] = await on.pending(id)
      if (task) await asked(product.as(task.by).post('/workflow/pass', { taskId: task.task, comment: '同意', ...said[task.node] }))
    }
    const change = async (kind: FormValue, row: string) => {
      const value = await changeOf(notices, { changeItems: [lineOf(codes, { rowId: 'c1', takenFrom: `ecnApply/${ecn}/${row}` })], ...kind },
        ecn)
      const filed = await asked(notices.of(ecnChange).apply(product.as('employee'), value))
      const id = (filed?.data as { businessKey?: string } | undefined)?.businessKey
      if (id === undefined) return
      for (let passes = 0; passes < 9; passes += 1) await step(notices.of(ecnChange), id, say)
    }
    const acts: readonly ((drawn: ReturnType<typeof chance>) => Promise<unknown>)[] = [
      async (drawn) => {
        const [task] = await notices.pending(ecn)
        return task && asked(product.as('luxiao').post('/workflow/save', { taskId: task.task, business: { changeItems: [{
          rowId: `l${drawn.between(1, 4)}`,
          itemState: '2',
          doneDate: '2026-11-20',
          evidence,
        }] } }))
      },
      (drawn) => change({ changeKind: 'delay', newPlanDate: `2026-12-${drawn.between(10, 28)}` }, `l${drawn.between(1, 4)}`),
      (drawn) => change({ changeKind: 'executor', newExecutor: 'u-suming' }, `l${drawn.between(1, 4)}`),
      () => change({ changeKind: 'cancel', changeItems: [] }, 'l1'),
      () => step(notices, ecn, {}),
      async () => asked(notices.of(ecnReviewForm).apply(product.as('employee'), await reviewOf(notices, { ecn: [ecn] }))),
      async (drawn) =>
        asked(
          notices.of(ecnBaseline).apply(product.as('employee'),
            await baselineOf(notices, { ecns: [ecn], version: `V${seed + 1}.${drawn.between(0, 99)}` })),
        ),
      async (drawn) =>
        drawn.between(0, 3) === 0
          ? asked(product.as('admin').post('/workflow/abandoned', { procInstId: ecn, comment: '作废' }))
          : undefined,
    ]
    await Promise.all(Array.from({ length: 8 }, async (_, caller) => {
      const drawn = chance(`interleaving-${seed}-${caller}`)
      for (let turn = 0; turn < 4; turn += 1) await drawn.pick(acts)(drawn)
    }))
    expect(answers.filter(({ code }) => code !== 200 && !lost.has(code))).toEqual([])
    await agreesWithHistory(ecn)
    await product.audit()
  },
  180_000,
)

/** Every change stands on what stood before it, so that the lines are those of one order of the actions; states never run back. */
async function agreesWithHistory(ecn: string): Promise<void> {
  const { db } = product.database
  const { value } = await db.selectFrom('document').select('value').where('id', '=', ecn).executeTakeFirstOrThrow()
  const events = await db.selectFrom('document_event').select('payload').where('document', '=', ecn).where('type', '=', 'valueChanged')
    .orderBy('seq').execute()
  const changes = events.flatMap(({ payload }) =>
    (payload as unknown as { changes: readonly { field: string; before: unknown; after: unknown }[] }).changes
  )
  const before = applyChanges(value, changes.toReversed().map(({ field, before: after, after: was }) => ({ field, before: was, after })))
  let current = before
  for (const each of changes) {
    expect({ field: each.field, before: at(current, each.field) }).toEqual({ field: each.field, before: each.before })
    current = applyChanges(current, [each])
  }
  expect(rowsAt(current, 'changeItems')).toEqual(rowsAt(value, 'changeItems'))
  const moves = changes.filter(({ field }) => field.endsWith('.itemState')).map(({ before: from, after: to }) =>
    `${String(from)}${String(to)}`
  )
  const possible = ['01', '12', '15', '51', '52', '09', '19', '59', '23', '34', '24']
  expect(moves.filter((move) => !possible.includes(move))).toEqual([])
  const completed = await db.selectFrom('document').innerJoin('document_link', 'document_link.owner', 'document.id').select('document.id')
    .where('document.type', '=', 'ecnChange').where('document.state', '=', 'completed').where('document_link.target', '=', ecn).execute()
  expect(value['linesVersion']).toBe(1 + completed.length)
}

function at(value: FormValue, field: string): unknown {
  const [key = '', rowId, column = ''] = field.split('.')
  const held = rowId === undefined ? value[key] : rowsAt(value, key).find((row) => row['rowId'] === rowId)?.[column]
  return held ?? null
}
